import type pg from "pg";
import { defineLoader } from "../../lib/loader.js";
import type { DomainAttributes } from "./domain-attributes.type.js";

export const ATTRIBUTES_TABLE = "audience.domain_attributes";

const SELECT = `a.domain, a.company_name as "companyName", a.country, a.industry, a.revenue, a.size, a.technologies,
  a.traffic_rank as "trafficRank", a.cookie_count as "cookieCount"`;

/** What is known of a domain, which belongs to no advertisable; null for one that is not known. */
export const attributesByDomain = defineLoader<string, DomainAttributes>(async (domains, context) => {
  const rows = await context.sql.rows<DomainAttributes>(
    `select ${SELECT} from ${ATTRIBUTES_TABLE} a where a.domain = any(?)`,
    [[...domains]],
  );
  return new Map(rows.map((row) => [row.domain, row]));
});

/** The columns, which a file names alike. */
export const ATTRIBUTE_COLUMNS = [
  "domain",
  "company_name",
  "country",
  "industry",
  "revenue",
  "size",
  "technologies",
  "traffic_rank",
  "cookie_count",
] as const;

/** A row of a file. */
export type AttributeRow = Record<(typeof ATTRIBUTE_COLUMNS)[number], string | number | string[] | null>;

/** Adds rows of a file, or replaces those of their domains; as the owner of the table, in its transaction. */
export async function storeAttributes(owner: pg.Client, rows: ReadonlyMap<string, AttributeRow>): Promise<void> {
  if (rows.size === 0) return;
  const names = ATTRIBUTE_COLUMNS.join(", ");
  await owner.query(
    `insert into audience.domain_attributes (${names})
     select ${names} from jsonb_to_recordset($1::jsonb) as given (domain text, company_name text, country text,
       industry text, revenue text, size text, technologies text[], traffic_rank integer, cookie_count bigint)
     on conflict (domain) do update set ${ATTRIBUTE_COLUMNS.slice(1)
       .map((column) => `${column} = excluded.${column}`)
       .join(", ")}`,
    [JSON.stringify([...rows.values()])],
  );
}
