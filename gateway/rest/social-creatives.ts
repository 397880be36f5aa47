import { present } from "./entities.js";
import { graphEnum } from "./legacy-format.js";
import { eid, type Input, optionalFile, optionalInteger, optionalText, requiredText } from "./parameter.js";
import { defineDownload, defineRoute, type RestRoute } from "./route.js";
import { listRoute } from "./social-list-route.js";
import { eidOrNull, orNull, textOrNull } from "./social-parameters.js";
import {
  CREATIVE_FIELDS,
  type CreativeData,
  creativeRecord,
  FORM_FIELDS,
  type FormData,
  formRecord,
} from "./social-records.js";
import { optionalOneOf } from "./write-parameters.js";

const CREATIVES = "/social/creatives/";
const FORMS = "/social/lead_gen_forms/";

const MAX_PICTURE_SIZE = 5_242_880;

/** A picture in base64 is a third longer, and is not alone in its body. */
const PICTURE_BODY_LIMIT = 8_388_608;

/** CreativeParams (document 2, part A); null takes a value away. */
const settings = {
  title: textOrNull("Its headline, 1 to 255 characters."),
  message: textOrNull("Its text, 1 to 10,000 characters."),
  description: textOrNull("The text below the headline, 1 to 10,000 characters."),
  caption: textOrNull("The caption of its link, 1 to 255 characters."),
  call_to_action: textOrNull("What its button says, 1 to 40 characters."),
  link: textOrNull("The http or https address that it leads to, at most 1,024 characters."),
  image_url: textOrNull("The http or https address of its picture, at most 1,024 characters."),
  width: orNull(optionalInteger("Width of the picture in pixels, 1 to 10,000.", 1, 10_000)),
  height: orNull(optionalInteger("Height of the picture in pixels, 1 to 10,000.", 1, 10_000)),
  lead_gen_form_eid: eidOrNull("EID of the form that it opens, of the same advertisable."),
  file: optionalFile(
    "The picture itself, in image_url's place, which becomes where it is kept: a PNG, JPEG or GIF image of at most 5 MiB and 10,000 pixels a side, as a part of a multipart form or in base64. Its sides become the creative's; width and height must agree where they are given.",
    MAX_PICTURE_SIZE,
  ),
};

/** What the old interface calls the picture of an input. */
const NAMES = { picture: "file" };

function settingsOf(input: Input<typeof settings>) {
  return {
    title: input.title,
    message: input.message,
    description: input.description,
    caption: input.caption,
    callToAction: input.call_to_action,
    link: input.link,
    imageUrl: input.image_url,
    width: input.width,
    height: input.height,
    leadGenFormEid: input.lead_gen_form_eid,
    picture: input.file?.toString("base64"),
  };
}

interface CreativeAnswer {
  done: { creative: CreativeData } | null;
}

const READ = { area: "social", method: "GET", permission: "social.read" } as const;
const CREATE = { area: "social", method: "POST", permission: "social.write" } as const;
const advertisableKey = { advertisable_eid: eid("EID of the advertisable.") };
const creativeKey = { eid: eid("EID of the creative.") };
const name = requiredText("Name, 1 to 255 characters.");

export const SOCIAL_CREATIVE_ROUTES: readonly RestRoute[] = [
  listRoute<CreativeData>({
    path: CREATIVES,
    description: "The creatives that are not deleted. Decisions, section 6; document 2, part A.",
    rootField: "creatives",
    noun: "Creative",
    selection: "...CreativeFields",
    fragment: CREATIVE_FIELDS,
    record: creativeRecord,
  }),
  defineRoute({
    ...CREATE,
    path: CREATIVES,
    description: "Creates a creative; the creative. Decisions, section 6; document 2, part A, CreativeParams.",
    parameters: { ...advertisableKey, name, ...settings },
    bodyLimit: PICTURE_BODY_LIMIT,
    names: NAMES,
    operation: `mutation Create($input: CreateCreativeInput!) {
      done: createCreative(input: $input) { creative { ...CreativeFields } } } ${CREATIVE_FIELDS}`,
    variables: (input) => ({
      input: { advertisableEid: input.advertisable_eid, name: input.name, ...settingsOf(input) },
    }),
    body: ({ done }: CreativeAnswer) => creativeRecord(present(done).creative),
  }),
  defineRoute({
    ...READ,
    path: "/social/creatives/{eid}",
    description: "A creative, a deleted one too. Decisions, section 6; document 2, part A.",
    parameters: creativeKey,
    operation: `query Creative($eid: ID!) { creative(eid: $eid) { ...CreativeFields } } ${CREATIVE_FIELDS}`,
    variables: (input) => input,
    body: ({ creative }: { creative: CreativeData | null }) => creativeRecord(present(creative)),
  }),
  defineRoute({
    ...CREATE,
    method: "PUT",
    path: "/social/creatives/{eid}",
    description:
      "Changes a creative; what is not given stays. One that ads use can't be deleted: 409. Decisions, section 6.",
    parameters: {
      ...creativeKey,
      name: optionalText("Name, 1 to 255 characters."),
      status: optionalOneOf("deleted deletes it.", ["active", "deleted"]),
      ...settings,
    },
    bodyLimit: PICTURE_BODY_LIMIT,
    names: NAMES,
    operation: `mutation Edit($input: EditCreativeInput!) {
      done: editCreative(input: $input) { creative { ...CreativeFields } } } ${CREATIVE_FIELDS}`,
    variables: (input) => ({
      input: {
        eid: input.eid,
        name: input.name,
        status: input.status === undefined ? undefined : graphEnum(input.status),
        ...settingsOf(input),
      },
    }),
    body: ({ done }: CreativeAnswer) => creativeRecord(present(done).creative),
  }),
  defineDownload({
    ...READ,
    path: "/social/creative_pictures/{eid}",
    description:
      "The picture of a creative that was uploaded, as the creative's image_url names it. Own: the documents say nothing of where it is.",
    parameters: { eid: eid("EID of the picture.") },
    operation: "query CreativePicture($eid: ID!) { creativePicture(eid: $eid) { mediaType base64 } }",
    variables: (input) => input,
    file: ({ creativePicture }: { creativePicture: { mediaType: string; base64: string } | null }, input) => {
      const { mediaType, base64 } = present(creativePicture);
      const fileName = `${input.eid}.${mediaType.replace("image/", "")}`;
      return { bytes: Buffer.from(base64, "base64"), mediaType, fileName };
    },
  }),
  listRoute<FormData>({
    path: FORMS,
    description: "The lead generation forms. Decisions, section 6; document 2, part A.",
    rootField: "leadGenForms",
    noun: "LeadGenForm",
    selection: "...FormFields",
    fragment: FORM_FIELDS,
    record: formRecord,
  }),
  defineRoute({
    ...CREATE,
    path: FORMS,
    description:
      "Creates a form; the form. LeadGenFormParams names no advertisable, so advertisable_eid is required beside it (own). Decisions, section 6.",
    parameters: {
      ...advertisableKey,
      name,
      follow_up_action_url: requiredText("The http or https address that people see afterwards."),
      privacy_policy_url: requiredText("The http or https address of the privacy policy."),
    },
    operation: `mutation Create($input: CreateLeadGenFormInput!) {
      done: createLeadGenForm(input: $input) { leadGenForm { ...FormFields } } } ${FORM_FIELDS}`,
    variables: (input) => ({
      input: {
        advertisableEid: input.advertisable_eid,
        name: input.name,
        followUpActionUrl: input.follow_up_action_url,
        privacyPolicyUrl: input.privacy_policy_url,
      },
    }),
    body: ({ done }: { done: { leadGenForm: FormData } | null }) => formRecord(present(done).leadGenForm),
  }),
  defineRoute({
    ...READ,
    path: "/social/lead_gen_forms/{eid}",
    description: "A lead generation form. Decisions, section 6; document 2, part A.",
    parameters: { eid: eid("EID of the form.") },
    operation: `query Form($eid: ID!) { leadGenForm(eid: $eid) { ...FormFields } } ${FORM_FIELDS}`,
    variables: (input) => input,
    body: ({ leadGenForm }: { leadGenForm: FormData | null }) => formRecord(present(leadGenForm)),
  }),
];
