import type { Binding, Condition } from "../../lib/database.js";
import { siteDomain } from "./domain-attributes.rules.js";
import type { CompanyCriteria, NumberRange, SearchAttribute, TargetAccountCriteria } from "./target-account.input.js";
import { scoresOf, type Thresholds } from "./target-account-list.rules.js";

/** Where the rows that the criteria choose from have their domain and score; attributes are those of `a`. */
interface Columns {
  domain: string;
  score: string;
}

const SEARCHED: Readonly<Record<Exclude<SearchAttribute, "DOMAIN">, string>> = {
  COMPANY_NAME: "a.company_name",
  COUNTRY: "a.country",
  INDUSTRY: "a.industry",
};

/** Criteria as one condition, which may be null where something is unknown; null where nothing is asked. */
export function criteriaCondition(
  criteria: TargetAccountCriteria | null | undefined,
  columns: Columns,
  thresholds: Thresholds,
): Condition | null {
  if (criteria == null) return null;
  const { grades, isMatched, isScored, search } = criteria;
  const conditions = [
    ...companyConditions(criteria.companyAttributes, columns),
    ...range("a.cookie_count", criteria.cookieCount),
    ...range(columns.score, criteria.score),
    ...(isMatched == null ? [] : [plain(`a.domain is ${isMatched ? "not " : ""}null`)]),
    ...(isScored == null ? [] : [plain(`${columns.score} is ${isScored ? "not " : ""}null`)]),
    ...(grades == null
      ? []
      : [
          either(
            grades.map((grade) => {
              const { from, below } = scoresOf(grade, thresholds);
              return below === null
                ? { sql: `${columns.score} >= ?`, bindings: [from] }
                : { sql: `${columns.score} >= ? and ${columns.score} < ?`, bindings: [from, below] };
            }),
          ),
        ]),
    ...(search == null
      ? []
      : [
          either(
            search.attributes.map((attribute) => ({
              sql: `${attribute === "DOMAIN" ? columns.domain : SEARCHED[attribute]} ilike ?`,
              bindings: [`%${search.value.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`],
            })),
          ),
        ]),
  ];
  return conditions.length === 0 ? null : joined(conditions, " and ");
}

function companyConditions(company: CompanyCriteria | null | undefined, columns: Columns): Condition[] {
  if (company == null) return [];
  const texts: [string, string[] | null | undefined][] = [
    ["a.country", company.country],
    ["a.industry", company.industry],
    ["a.revenue", company.revenue],
    ["a.size", company.size],
  ];
  const { domain, technologies } = company;
  return [
    ...range("a.traffic_rank", company.trafficRank),
    ...(domain == null
      ? []
      : [{ sql: `${columns.domain} = any(?)`, bindings: [domain.flatMap((value) => siteDomain(value) ?? [])] }]),
    ...texts.flatMap(([column, values]) =>
      values == null ? [] : [{ sql: `lower(${column}) = ${ANY_IN_LOWER_CASE}`, bindings: [[...values]] }],
    ),
    ...(technologies == null
      ? []
      : [
          {
            sql: `exists (select from unnest(a.technologies) as technology where lower(technology) = ${ANY_IN_LOWER_CASE})`,
            bindings: [[...technologies]],
          },
        ]),
  ];
}

/** Both sides in the database's lower case: JavaScript's is another one for some letters, such as a sigma at a word's end. */
const ANY_IN_LOWER_CASE = "any (array(select lower(value) from unnest(?::text[]) as value))";

function range(column: string, wanted: NumberRange | null | undefined): Condition[] {
  const { from, to } = { ...wanted };
  return [
    ...(from == null ? [] : [{ sql: `${column} >= ?`, bindings: [from] }]),
    ...(to == null ? [] : [{ sql: `${column} <= ?`, bindings: [to] }]),
  ];
}

function plain(sql: string): Condition {
  return { sql, bindings: [] };
}

function either(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? plain("false") : joined(conditions, " or ");
}

function joined(conditions: readonly Condition[], word: string): Condition {
  const bindings: Binding[] = conditions.flatMap((condition) => condition.bindings);
  return { sql: conditions.map((condition) => `(${condition.sql})`).join(word), bindings };
}
