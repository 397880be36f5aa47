import { Directive, Field, ID, ObjectType } from "type-graphql";
import type { NodeFields } from "../../lib/node-type.js";
import { DateTime } from "../../lib/scalars.js";
import { Node } from "./graph.js";
import { ProspectingStatus, ProspectingUserStatus } from "./status.type.js";

@ObjectType("AttributeOption", { simpleResolvers: true, description: "A value of an attribute of people." })
export class AttributeOption {
  @Field(() => String, { description: "The value's name, 1 to 255 characters." })
  name: string;
  @Field(() => Boolean, { description: "Whether people of whom it holds see the ads." })
  target: boolean;
}

@ObjectType("AttributeTarget", {
  simpleResolvers: true,
  description: "An attribute of people by whose values they see the ads or don't. Source: document 2, part C.",
})
export class AttributeTarget {
  @Field(() => String, { description: "The attribute's name, 1 to 255 characters." })
  name: string;
  @Field(() => [AttributeOption], { description: "Its values, at most 100." })
  options: AttributeOption[];
}

@ObjectType("DeviceTarget", {
  simpleResolvers: true,
  description:
    "A kind of device on which ads are shown or not. Source: document 2, part C, which says of device_targets that it is an object: here a name and true or false each.",
})
export class DeviceTarget {
  @Field(() => String, { description: "The kind, 1 to 40 of a-z, 0-9 and _, such as mobile." })
  device: string;
  @Field(() => Boolean, { description: "Whether ads are shown on it." })
  target: boolean;
}

@ObjectType("ProspectingAdGroup", {
  simpleResolvers: true,
  implements: Node,
  description:
    "Ads of a prospecting campaign with the people and places that they look for. Source: document 2, part C.",
})
@Directive('@key(fields: "eid")')
export class ProspectingAdGroup implements NodeFields {
  @Field(() => ID, { description: "Identifies the object among all types; keep it, don't take it apart." })
  @Directive('@override(from: "node")')
  id: string;
  @Field(() => ID, { description: "EID, 22 characters." })
  eid: string;
  @Field(() => ID, { description: "EID of the advertisable that it belongs to; it never changes." })
  advertisableEid: string;
  @Field(() => ID, { description: "EID of its campaign; it never changes." })
  campaignEid: string;
  @Field(() => String, { description: "Name, 1 to 255 characters." })
  name: string;
  @Field(() => Boolean, { description: "False once it is taken away; lists leave it out then." })
  isActive: boolean;
  @Field(() => ProspectingStatus, { description: "Where it stands." })
  status: ProspectingStatus;
  @Field(() => ProspectingUserStatus, { description: "What its own people want." })
  userStatus: ProspectingUserStatus;
  @Field(() => Boolean, { description: "Whether its audience is left to the platform." })
  autoAudience: boolean;
  @Field(() => Boolean, { description: "Whether its places are left to the platform." })
  autoGeoTargets: boolean;
  @Field(() => String, {
    nullable: true,
    description: "The segment that attributes are taken of, as its maker calls it; null for none.",
  })
  attributeTargetsSegment: string | null;
  @Field(() => [AttributeTarget], { description: "Attributes by which people see its ads, at most 100." })
  attributeTargets: AttributeTarget[];
  @Field(() => [DeviceTarget], { description: "Devices on which its ads are shown or not, at most 50." })
  deviceTargets: DeviceTarget[];
  @Field(() => String, { description: "What changed it last, as its maker says; ui where nobody said." })
  eventSource: string;
  @Field(() => DateTime, { description: "When it was created." })
  createdAt: Date;
  @Field(() => DateTime, { description: "When it last changed." })
  updatedAt: Date;
}
