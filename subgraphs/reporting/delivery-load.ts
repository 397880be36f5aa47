import type { Readable } from "node:stream";
import type { DeliveryMapping } from "./delivery-mapping.rules.js";
import { deliveryFormat } from "./delivery-row.rules.js";
import { createStage, DELIVERY_STAGE, stagedDeliveryDays } from "./delivery-stage.table.js";
import { lockDeliveries, rebuildRollUps, upsertDeliveries } from "./delivery.table.js";
import { requireRates } from "./currency-rate.table.js";
import { inLoadTransaction, isRefused, type Load } from "./load-transaction.js";
import { type ResolveAds, resolveStagedAds } from "./staged-ad.table.js";
import { type Reading, stageFile } from "./staging.js";

export interface DeliveryLoad extends Load {
  /** The bytes of a CSV file in UTF-8; it is read once and never held as a whole. */
  source: Readable;
  mapping: DeliveryMapping;
  /** Finds what stands for the ads of the file. */
  resolveAds: ResolveAds;
  /** Told now and then how many bytes of the source are read. */
  onProgress?: (bytes: number) => void;
}

export interface DeliveryLoadResult extends Reading {
  /** Keys (day, ad group, ad, network, inventory source, domain) that were not there, had other values, had the same. */
  inserted: number;
  updated: number;
  unchanged: number;
  /** Days that the rows are of. */
  days: number;
}

/**
 * Loads a file of deliveries in one transaction: readers see all of it or nothing, and so does the next
 * run after one that was killed. The values of a key that is there already are replaced, so the same
 * file twice changes nothing and a restated one corrects. Loads of one advertisable follow one another.
 *
 * @throws BAD_USER_INPUT for a file, mapping or currency that can't be loaded, NOT_FOUND for what is no EID.
 */
export async function loadDeliveries(load: DeliveryLoad): Promise<DeliveryLoadResult> {
  return await inLoadTransaction(load, () => writeDeliveries(load));
}

async function writeDeliveries(load: DeliveryLoad): Promise<DeliveryLoadResult> {
  const { owner, advertisable, mapping } = load;
  const nothing = { inserted: 0, updated: 0, unchanged: 0, days: 0 };
  await requireRates(owner, advertisable.currency);
  await createStage(owner);
  const reading = await stageFile({
    ...load,
    stage: DELIVERY_STAGE,
    format: (header) => deliveryFormat(mapping, header),
  });
  if (isRefused(load, reading)) return { ...reading, ...nothing };

  await lockDeliveries(owner, advertisable.eid);
  await resolveStagedAds(owner, DELIVERY_STAGE, load.resolveAds, reading);
  if (isRefused(load, reading)) return { ...reading, ...nothing };

  const days = await stagedDeliveryDays(owner);
  const { inserted, updated, unchanged } = await upsertDeliveries(owner, advertisable, days);
  if (inserted + updated > 0) await rebuildRollUps(owner, advertisable.eid, days);
  return { ...reading, inserted, updated, unchanged, days: days.length };
}
