import { ChangeType, type TypeOfChangeType } from "@graphql-inspector/core";
import type { Level } from "./finding.js";

/** A change in the coordinates of the schema: `Type.field.argument` taken apart. */
export interface ChangeParts {
  type: string;
  member: string;
  argument: string;
  /** The interface that a type got or lost. */
  interfaceName: string;
  /** Whether what an operation leaves out matters too: something is asked for that was not before. */
  demandsMore: boolean;
}

/** What we think of a kind of change; the library's own opinion counts only where it says so. */
interface Verdict {
  /** `breaking or safe`: breaking where the library has looked at the types and says so, otherwise safe. */
  level: Level | "breaking or safe";
  /** The keys of the usage index that say who would notice (usage-index.ts). */
  noticedBy?: (parts: ChangeParts) => string[];
  /** The safe path. */
  remedy?: string;
}

const ofField = ({ type, member }: ChangeParts): string[] => [`${type}.${member}`];
const ofInputField = ({ type, member, demandsMore }: ChangeParts): string[] =>
  demandsMore ? [`${type}{}`, `${type}=*`] : [`${type}.${member}`, `${type}=*`];
const ofArgument = ({ type, member, argument, demandsMore }: ChangeParts): string[] =>
  demandsMore ? [`${type}.${member}`] : [`${type}.${member}(${argument}:)`];
const ofType = ({ type }: ChangeParts): string[] => [type, `out:${type}`, `${type}=*`];
const ofInterface = ({ interfaceName }: ChangeParts): string[] => [`out:${interfaceName}`];
const ofReaders = ({ type }: ChangeParts): string[] => [`out:${type}`];
const ofDirective = ({ type }: ChangeParts): string[] => [type];

const SAFE: Verdict = { level: "safe" };
const REPLACE =
  "Add the new one beside it, deprecate this one with a replacement and a date, and remove it after that.";
const DIRECTIVE: Verdict = { level: "breaking", noticedBy: ofDirective, remedy: REPLACE };

/** Every change that the library knows: a new version of it that knows more does not compile until it is judged here. */
export const VERDICTS: Readonly<Record<TypeOfChangeType, Verdict>> = {
  [ChangeType.FieldRemoved]: { level: "breaking", noticedBy: ofField, remedy: REPLACE },
  [ChangeType.FieldTypeChanged]: {
    level: "breaking or safe",
    noticedBy: ofField,
    remedy: "Add a field with the new type under another name, and deprecate this one.",
  },
  [ChangeType.FieldArgumentRemoved]: { level: "breaking", noticedBy: ofArgument, remedy: REPLACE },
  // An optional argument changes nothing for those who do not send it.
  [ChangeType.FieldArgumentAdded]: {
    level: "breaking or safe",
    noticedBy: ofField,
    remedy: "Make the argument optional, or give it a default.",
  },
  [ChangeType.FieldArgumentTypeChanged]: {
    level: "breaking or safe",
    noticedBy: ofArgument,
    remedy: "Add an optional argument with the new type, and deprecate this one.",
  },
  [ChangeType.FieldArgumentDefaultChanged]: {
    level: "dangerous",
    noticedBy: ofField,
    remedy: "Those who leave it out get another answer: add an argument of another name, or tell them first.",
  },
  [ChangeType.InputFieldRemoved]: { level: "breaking", noticedBy: ofInputField, remedy: REPLACE },
  [ChangeType.InputFieldAdded]: {
    level: "breaking or safe",
    noticedBy: ofInputField,
    remedy: "Make the field optional, or give it a default.",
  },
  [ChangeType.InputFieldTypeChanged]: {
    level: "breaking or safe",
    noticedBy: ofInputField,
    remedy: "Add an optional field with the new type, and deprecate this one.",
  },
  [ChangeType.InputFieldDefaultValueChanged]: {
    level: "dangerous",
    noticedBy: ({ type }) => [`${type}{}`, `${type}=*`],
    remedy: "Those who leave it out get another effect: add a field of another name, or tell them first.",
  },
  [ChangeType.EnumValueRemoved]: {
    level: "breaking",
    noticedBy: ({ type, member }) => [`${type}.${member}`, `${type}=*`],
    remedy: REPLACE,
  },
  [ChangeType.EnumValueAdded]: {
    level: "dangerous",
    noticedBy: ofReaders,
    remedy: "Clients that know every value read one more: see that each has a case for the unknown.",
  },
  [ChangeType.UnionMemberRemoved]: { level: "breaking", noticedBy: ofReaders, remedy: REPLACE },
  [ChangeType.UnionMemberAdded]: {
    level: "dangerous",
    noticedBy: ofReaders,
    remedy: "Clients that know every member read one more: see that each has a case for the unknown.",
  },
  [ChangeType.ObjectTypeInterfaceAdded]: {
    level: "dangerous",
    noticedBy: ofInterface,
    remedy: "Clients of the interface read one more type: see that each has a case for the unknown.",
  },
  [ChangeType.ObjectTypeInterfaceRemoved]: { level: "breaking", noticedBy: ofInterface, remedy: REPLACE },
  [ChangeType.TypeRemoved]: { level: "breaking", noticedBy: ofType, remedy: REPLACE },
  [ChangeType.TypeKindChanged]: {
    level: "breaking",
    noticedBy: ofType,
    remedy: "Add a type of the new kind under another name, and deprecate what leads to this one.",
  },
  [ChangeType.SchemaQueryTypeChanged]: { level: "breaking", remedy: "Keep the root type's name." },
  [ChangeType.SchemaMutationTypeChanged]: { level: "breaking", remedy: "Keep the root type's name." },
  [ChangeType.SchemaSubscriptionTypeChanged]: { level: "breaking", remedy: "Keep the root type's name." },
  [ChangeType.DirectiveRemoved]: DIRECTIVE,
  [ChangeType.DirectiveArgumentRemoved]: DIRECTIVE,
  [ChangeType.DirectiveLocationRemoved]: DIRECTIVE,
  [ChangeType.DirectiveRepeatableRemoved]: DIRECTIVE,
  [ChangeType.DirectiveArgumentAdded]: { ...DIRECTIVE, level: "breaking or safe" },
  [ChangeType.DirectiveArgumentTypeChanged]: { ...DIRECTIVE, level: "breaking or safe" },
  [ChangeType.DirectiveArgumentDefaultValueChanged]: { ...DIRECTIVE, level: "dangerous" },
  [ChangeType.DirectiveAdded]: SAFE,
  [ChangeType.DirectiveDescriptionChanged]: SAFE,
  [ChangeType.DirectiveLocationAdded]: SAFE,
  [ChangeType.DirectiveArgumentDescriptionChanged]: SAFE,
  [ChangeType.DirectiveRepeatableAdded]: SAFE,
  [ChangeType.TypeAdded]: SAFE,
  [ChangeType.FieldAdded]: SAFE,
  [ChangeType.FieldArgumentDescriptionChanged]: SAFE,
  [ChangeType.EnumValueDescriptionChanged]: SAFE,
  [ChangeType.EnumValueDeprecationReasonChanged]: SAFE,
  [ChangeType.EnumValueDeprecationReasonAdded]: SAFE,
  [ChangeType.EnumValueDeprecationReasonRemoved]: SAFE,
  [ChangeType.FieldDescriptionChanged]: SAFE,
  [ChangeType.FieldDescriptionAdded]: SAFE,
  [ChangeType.FieldDescriptionRemoved]: SAFE,
  [ChangeType.FieldDeprecationAdded]: SAFE,
  [ChangeType.FieldDeprecationRemoved]: SAFE,
  [ChangeType.FieldDeprecationReasonChanged]: SAFE,
  [ChangeType.FieldDeprecationReasonAdded]: SAFE,
  [ChangeType.FieldDeprecationReasonRemoved]: SAFE,
  [ChangeType.InputFieldDescriptionAdded]: SAFE,
  [ChangeType.InputFieldDescriptionRemoved]: SAFE,
  [ChangeType.InputFieldDescriptionChanged]: SAFE,
  [ChangeType.TypeDescriptionChanged]: SAFE,
  [ChangeType.TypeDescriptionRemoved]: SAFE,
  [ChangeType.TypeDescriptionAdded]: SAFE,
  // Of the directives in the API, which is all that clients see, none changes what an answer is.
  [ChangeType.DirectiveUsageUnionMemberAdded]: SAFE,
  [ChangeType.DirectiveUsageUnionMemberRemoved]: SAFE,
  [ChangeType.DirectiveUsageEnumAdded]: SAFE,
  [ChangeType.DirectiveUsageEnumRemoved]: SAFE,
  [ChangeType.DirectiveUsageEnumValueAdded]: SAFE,
  [ChangeType.DirectiveUsageEnumValueRemoved]: SAFE,
  [ChangeType.DirectiveUsageInputObjectAdded]: SAFE,
  [ChangeType.DirectiveUsageInputObjectRemoved]: SAFE,
  [ChangeType.DirectiveUsageFieldAdded]: SAFE,
  [ChangeType.DirectiveUsageFieldRemoved]: SAFE,
  [ChangeType.DirectiveUsageScalarAdded]: SAFE,
  [ChangeType.DirectiveUsageScalarRemoved]: SAFE,
  [ChangeType.DirectiveUsageObjectAdded]: SAFE,
  [ChangeType.DirectiveUsageObjectRemoved]: SAFE,
  [ChangeType.DirectiveUsageInterfaceAdded]: SAFE,
  [ChangeType.DirectiveUsageInterfaceRemoved]: SAFE,
  [ChangeType.DirectiveUsageArgumentDefinitionAdded]: SAFE,
  [ChangeType.DirectiveUsageArgumentDefinitionRemoved]: SAFE,
  [ChangeType.DirectiveUsageSchemaAdded]: SAFE,
  [ChangeType.DirectiveUsageSchemaRemoved]: SAFE,
  [ChangeType.DirectiveUsageFieldDefinitionAdded]: SAFE,
  [ChangeType.DirectiveUsageFieldDefinitionRemoved]: SAFE,
  [ChangeType.DirectiveUsageInputFieldDefinitionAdded]: SAFE,
  [ChangeType.DirectiveUsageInputFieldDefinitionRemoved]: SAFE,
  [ChangeType.DirectiveUsageArgumentAdded]: SAFE,
  [ChangeType.DirectiveUsageArgumentRemoved]: SAFE,
};
