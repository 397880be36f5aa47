import type { RequestContext } from "../../lib/context.js";
import { type Sql, visibleTo } from "../../lib/database.js";
import { nodeId } from "../../lib/node-type.js";
import { definePages, type ListSpec } from "../../lib/page.js";
import { defineTenantTable } from "../../lib/tenant-table.js";
import type { ProductFields } from "./product.rules.js";
import type { Product } from "./product.type.js";

export type ProductRecord = Omit<Product, "id">;

const TABLE = "entities.product";

export const products = defineTenantTable<ProductRecord>({
  noun: "product",
  table: TABLE,
  columns: {
    eid: "eid",
    advertisableEid: "advertisable_eid",
    externalId: "external_id",
    title: "title",
    url: "url",
    imageUrl: "image_url",
    priceAmount: "price",
    currency: "currency",
    isActive: "is_active",
    createdAt: "created_at",
    updatedAt: "updated_at",
  },
});

export function toProduct(record: ProductRecord): Product {
  return { ...record, id: nodeId("Product", record.eid) };
}

const LIST: Omit<ListSpec<ProductRecord, Product>, "parent"> = {
  from: `${TABLE} t`,
  eid: "t.eid",
  columns: products.select,
  filters: {
    eid: "t.eid",
    advertisableEid: "t.advertisable_eid",
    externalId: "t.external_id",
    title: "t.title",
    isActive: "t.is_active",
    createdAt: "t.created_at",
  },
  defaultFilter: { isActive: { eq: true } },
  orders: { CREATED_AT: "t.created_at", TITLE: "t.title" },
  defaultOrder: [{ field: "CREATED_AT", direction: "ASC" }],
  toNode: toProduct,
};

/** All that the viewer may see; the parent is the constant ALL. */
export const productsOfViewer = definePages({ ...LIST, parent: "'ALL'" });
export const productsOfAdvertisable = definePages({ ...LIST, parent: "t.advertisable_eid" });

/** The products of an advertisable under these ids of its feed, inactive ones included. */
export async function productsByExternalId(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
  externalIds: readonly string[],
): Promise<ProductRecord[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  return await sql.rows<ProductRecord>(
    `select ${products.select.join(", ")} from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = ? and t.external_id = any(?) order by t.external_id`,
    [...visible.bindings, advertisableEid, [...externalIds]],
  );
}

/** Writes products of an advertisable, each id of its feed once, over those that have the same id: one statement. */
export async function upsertProducts(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
  found: readonly ProductFields[],
): Promise<void> {
  if (found.length === 0) return;
  const now = new Date(context.clock.now());
  await sql.rows(
    `insert into ${TABLE} as product
       (advertisable_eid, eid, external_id, title, url, image_url, price, currency, is_active, created_at, updated_at)
     select ?, f.eid, f.external_id, f.title, f.url, f.image_url, f.price, f.currency, true, ?::timestamptz, ?::timestamptz
     from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::numeric[], ?::text[])
       as f (eid, external_id, title, url, image_url, price, currency)
     on conflict (advertisable_eid, external_id) do update set
       title = excluded.title, url = excluded.url, image_url = excluded.image_url, price = excluded.price,
       currency = excluded.currency, is_active = true, updated_at = excluded.updated_at`,
    [
      advertisableEid,
      now,
      now,
      found.map(() => context.newEid()),
      found.map((product) => product.externalId),
      found.map((product) => product.title),
      found.map((product) => product.url),
      nullable(found.map((product) => product.imageUrl)),
      nullable(found.map((product) => product.priceAmount)),
      nullable(found.map((product) => product.currency)),
    ],
  );
}

/** The feed's ids of an advertisable's active products after one of them, in their order. */
export async function activeExternalIds(
  context: RequestContext,
  advertisableEid: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const visible = visibleTo(context.viewer, "t.advertisable_eid");
  const rows = await context.sql.rows<{ externalId: string }>(
    `select t.external_id as "externalId" from ${TABLE} t
     where ${visible.sql} and t.advertisable_eid = ? and t.external_id > ? and t.is_active
     order by t.external_id limit ?`,
    [...visible.bindings, advertisableEid, after, limit],
  );
  return rows.map((row) => row.externalId);
}

/** Makes products inactive that are not in the feed any more: one statement. */
export async function deactivateProducts(
  sql: Sql,
  context: RequestContext,
  advertisableEid: string,
  externalIds: readonly string[],
): Promise<void> {
  const visible = visibleTo(context.viewer);
  await sql.rows(
    `update ${TABLE} set is_active = false, updated_at = ?
     where ${visible.sql} and advertisable_eid = ? and external_id = any(?) and is_active`,
    [new Date(context.clock.now()), ...visible.bindings, advertisableEid, [...externalIds]],
  );
}

/** Arrays of a binding are typed without null, which Postgres takes. */
function nullable(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? "NULL" : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`)).join(",")}}`;
}
