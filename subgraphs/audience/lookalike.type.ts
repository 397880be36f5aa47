import { Field, ObjectType, registerEnumType } from "type-graphql";
import { Count } from "../../lib/scalars.js";
import { LOOKALIKE_USERS, LookalikeRefusal } from "./lookalike.rules.js";

registerEnumType(LookalikeRefusal, {
  name: "LookalikeRefusal",
  description: "Why no audience can be made that looks like a segment (own decision); the first that holds.",
  valuesConfig: {
    NOT_ACTIVE: { description: "It is deleted." },
    WRONG_TYPE: { description: "Its type is neither CRM nor USER_EVENTS." },
    TOO_FEW_USERS: { description: `It has fewer than ${LOOKALIKE_USERS} users.` },
  },
});

@ObjectType("LookalikeFitness", {
  simpleResolvers: true,
  description: "Whether an audience can be made that looks like a segment. Source: document 3, part A; own decision.",
})
export class LookalikeFitness {
  @Field(() => Boolean, { description: "Whether it can." })
  isValid: boolean;
  @Field(() => LookalikeRefusal, { nullable: true, description: "Why not; null when it can." })
  refusal: LookalikeRefusal | null;
  @Field(() => Count, {
    description:
      "Users that count: e-mail addresses of a segment of type CRM; of one of type USER_EVENTS the ids of its uploaded list or, by the reports, those who are in it today by what they did, whichever are more, since the same person may be among both; 0 of any other.",
  })
  users: number;
}
