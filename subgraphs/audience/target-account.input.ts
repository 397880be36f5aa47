import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DateTime } from "../../lib/scalars.js";
import { connectionOf, EidFilter, listArgs, orderOf, StringFilter } from "./graph.js";
import { TargetAccount } from "./target-account.type.js";

export const TargetAccountConnection = connectionOf(() => TargetAccount, "TargetAccount", "target accounts");

@InputType("TargetAccountFilter", { description: "Which accounts; all conditions that are given hold." })
class TargetAccountFilter {
  @Field(() => EidFilter, { nullable: true, description: "By EID." })
  eid?: InstanceType<typeof EidFilter> | null;
  @Field(() => EidFilter, { nullable: true, description: "By the tier's EID." })
  tierEid?: InstanceType<typeof EidFilter> | null;
  @Field(() => StringFilter, { nullable: true, description: "By domain." })
  domain?: InstanceType<typeof StringFilter> | null;
}

const TargetAccountOrder = orderOf(
  {
    DOMAIN: "Its domain.",
    SCORE: "Its score; those without one come before 0.",
    CREATED_AT: "When it came into the list.",
  },
  "TargetAccount",
  "target accounts",
);

export const TargetAccountListArgs = listArgs(TargetAccountFilter, TargetAccountOrder, "by domain");
export type TargetAccountListArgs = InstanceType<typeof TargetAccountListArgs>;

export const AccountOrder = { DOMAIN: "DOMAIN", SCORE: "SCORE", CREATED_AT: "CREATED_AT" } as const;
export type AccountOrder = keyof typeof AccountOrder;
registerEnumType(AccountOrder, {
  name: "TargetAccountSliceOrder",
  description: "What a slice of target accounts is ordered by.",
  valuesConfig: {
    DOMAIN: { description: "Domain." },
    SCORE: { description: "Score; those without one come before 0." },
    CREATED_AT: { description: "When it came into the list." },
  },
});

@ArgsType()
export class AccountSliceArgs {
  @Field(() => ID, { nullable: true, description: "EID of a tier of the list; all its accounts when not given." })
  tierEid?: string | null;
  @Field(() => Int, { defaultValue: 0, description: "Accounts that are passed over, 0 to 100,000,000." })
  offset: number;
  @Field(() => Int, { nullable: true, description: "Accounts at most, 1 to 100; 25 when not given." })
  first?: number | null;
  @Field(() => AccountOrder, { defaultValue: "DOMAIN", description: "What to order by; equal ones follow their EID." })
  orderBy: AccountOrder;
  @Field(() => Boolean, { defaultValue: false, description: "Whether the largest comes first." })
  descending: boolean;
}

export const Grade = { A: "A", B: "B", C: "C", D: "D", F: "F" } as const;
export type Grade = keyof typeof Grade;
registerEnumType(Grade, {
  name: "Grade",
  description: "Grade of a target account, by its score and the thresholds of its list.",
  valuesConfig: {
    A: { description: "The best." },
    B: { description: "After A." },
    C: { description: "After B." },
    D: { description: "After C." },
    F: { description: "The lowest." },
  },
});

@InputType("NumberRange", { description: "A range of numbers; what is unknown is in none." })
export class NumberRange {
  @Field(() => Float, { nullable: true, description: "At least this." })
  from?: number | null;
  @Field(() => Float, { nullable: true, description: "At most this." })
  to?: number | null;
}

const ONE_OF = "One of these, in any case; 1 to 1,000 values of 1 to 255 characters.";

@InputType("CompanyCriteria", { description: "Conditions on what is known of a company; all that are given hold." })
export class CompanyCriteria {
  @Field(() => NumberRange, { nullable: true, description: "By the place of its site by traffic." })
  trafficRank?: NumberRange | null;
  @Field(() => [String], { nullable: true, description: `Country: ${ONE_OF}` })
  country?: string[] | null;
  @Field(() => [String], { nullable: true, description: `Domain: ${ONE_OF}` })
  domain?: string[] | null;
  @Field(() => [String], { nullable: true, description: `Industry: ${ONE_OF}` })
  industry?: string[] | null;
  @Field(() => [String], { nullable: true, description: `Revenue: ${ONE_OF}` })
  revenue?: string[] | null;
  @Field(() => [String], { nullable: true, description: `Size: ${ONE_OF}` })
  size?: string[] | null;
  @Field(() => [String], { nullable: true, description: `Technologies, of which it has at least one: ${ONE_OF}` })
  technologies?: string[] | null;
}

export const SearchAttribute = {
  DOMAIN: "DOMAIN",
  COMPANY_NAME: "COMPANY_NAME",
  COUNTRY: "COUNTRY",
  INDUSTRY: "INDUSTRY",
} as const;
export type SearchAttribute = keyof typeof SearchAttribute;
registerEnumType(SearchAttribute, {
  name: "TargetAccountSearchAttribute",
  description: "Where a text is looked for.",
  valuesConfig: {
    DOMAIN: { description: "The domain." },
    COMPANY_NAME: { description: "The company's name." },
    COUNTRY: { description: "The country." },
    INDUSTRY: { description: "The industry." },
  },
});

@InputType("TargetAccountSearch", { description: "A text that at least one of some attributes contains." })
export class TargetAccountSearch {
  @Field(() => [SearchAttribute], { description: "Where it is looked for; at least one." })
  attributes: SearchAttribute[];
  @Field(() => String, { description: "What is looked for, in any case, 1 to 255 characters." })
  value: string;
}

@InputType("TargetAccountCriteria", {
  description:
    "Which accounts to delete, or which known domains to discover; all conditions that are given hold. Document 3, part A.",
})
export class TargetAccountCriteria {
  @Field(() => CompanyCriteria, { nullable: true, description: "By what is known of the company." })
  companyAttributes?: CompanyCriteria | null;
  @Field(() => NumberRange, { nullable: true, description: "By the number of its known browsers." })
  cookieCount?: NumberRange | null;
  @Field(() => [Grade], { nullable: true, description: "Has one of these grades; at least one." })
  grades?: Grade[] | null;
  @Field(() => Boolean, { nullable: true, description: "Whether anything is known of its domain." })
  isMatched?: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Whether it has a score; what is discovered has none yet." })
  isScored?: boolean | null;
  @Field(() => NumberRange, { nullable: true, description: "By its score." })
  score?: NumberRange | null;
  @Field(() => TargetAccountSearch, { nullable: true, description: "By a text." })
  search?: TargetAccountSearch | null;
}

@InputType("TargetAccountItemInput", { description: "An account of a list; what is not given stays as it is." })
export class TargetAccountItemInput {
  @Field(() => String, { description: "Domain; upper case, other scripts and a leading www. are accepted." })
  domain: string;
  @Field(() => Float, { nullable: true, description: "Score, 0 to 100; the scoring leaves it alone then." })
  score?: number | null;
  @Field(() => DateTime, { nullable: true, description: "When the client's CRM was synchronised." })
  crmSyncedAt?: Date | null;
  @Field(() => String, { nullable: true, description: "Where the client has it from, 1 to 255 characters." })
  source?: string | null;
}

/** Which accounts a write is about. */
@InputType("AccountsInput", { description: "Where accounts are." })
class AccountsInput {
  @Field(() => ID, { description: "EID of the list." })
  listEid: string;
  @Field(() => ID, { nullable: true, description: "EID of a tier of the list; the whole list when not given." })
  tierEid?: string | null;
  @Field(() => ID, { nullable: true, description: "EID of the list's advertisable; NOT_FOUND when it is another." })
  advertisableEid?: string | null;
}

@InputType("UpsertTargetAccountsInput", { description: "Accounts to add to a list, or to change in it." })
export class UpsertTargetAccountsInput extends AccountsInput {
  @Field(() => [TargetAccountItemInput], { description: "1 to 1,000 accounts; of two with one domain the last holds." })
  items: TargetAccountItemInput[];
}

@InputType("AddDiscoveredTargetAccountsInput", { description: "Known domains to add to a list." })
export class AddDiscoveredTargetAccountsInput extends AccountsInput {
  @Field(() => TargetAccountCriteria, { description: "Which domains; BAD_USER_INPUT when more than 10,000 fit." })
  criteria: TargetAccountCriteria;
}

@InputType("DeleteTargetAccountsInput", { description: "Accounts to delete; what is given of both conditions holds." })
export class DeleteTargetAccountsInput extends AccountsInput {
  @Field(() => [String], { nullable: true, description: "1 to 1,000 domains." })
  domains?: string[] | null;
  @Field(() => TargetAccountCriteria, { nullable: true, description: "Which accounts." })
  criteria?: TargetAccountCriteria | null;
  @Field(() => Boolean, { defaultValue: false, description: "Deletes all but those of the tier or list." })
  inverted: boolean;
  @Field(() => Boolean, {
    defaultValue: false,
    description: "Lets all accounts be deleted where no condition is given.",
  })
  force: boolean;
}

@ObjectType("TargetAccountsPayload", { simpleResolvers: true, description: "What came of accounts of a list." })
export class TargetAccountsPayload {
  @Field(() => [String], { description: "Domains that the list had before, in the order given." })
  existingDomains: string[];
  @Field(() => [String], { description: "Domains that came into the list, in the order given." })
  newDomains: string[];
}

@ObjectType("DeleteTargetAccountsPayload", { simpleResolvers: true, description: "What was deleted." })
export class DeleteTargetAccountsPayload {
  @Field(() => Int, { description: "How many accounts." })
  deletedCount: number;
}
