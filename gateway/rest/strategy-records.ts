import { activateDateTime } from "./activate-route.js";
import { legacyAmount, legacyEnum } from "./legacy-format.js";

interface Amount {
  amount: string;
}

export interface StrategyCampaignData {
  eid: string;
  strategyEid: string;
  product: string;
  budget: Amount;
  createdAt: string;
  updatedAt: string;
}

interface EmailData {
  senderName: string | null;
  senderAddress: string | null;
  footerPostalAddress: string | null;
  optin: boolean | null;
  optinCountry: string | null;
  emails:
    | {
        body: string | null;
        ctaDestination: string | null;
        ctaLabel: string | null;
        emailSubject: string | null;
        headline: string | null;
        heroImageUrl: string | null;
      }[]
    | null;
}

export interface StrategyData {
  eid: string;
  advertisableEid: string;
  name: string;
  status: string;
  budget: Amount;
  currency: string;
  kpiMetric: string;
  kpiGoal: Amount | null;
  startDate: string;
  endDate: string | null;
  createdAt: string;
  email: EmailData | null;
  products: string[];
  campaigns: { nodes: StrategyCampaignData[] };
}

export const STRATEGY_CAMPAIGN_FIELDS = `fragment StrategyCampaignFields on StrategyCampaign {
  eid strategyEid product budget { amount } createdAt updatedAt }`;

export const STRATEGY_FIELDS = `fragment StrategyFields on Strategy {
  eid advertisableEid name status budget { amount } currency kpiMetric kpiGoal { amount } startDate endDate createdAt
  email { senderName senderAddress footerPostalAddress optin optinCountry
    emails { body ctaDestination ctaLabel emailSubject headline heroImageUrl } }
  products campaigns(first: 1000) { nodes { ...StrategyCampaignFields } } } ${STRATEGY_CAMPAIGN_FIELDS}`;

/** A campaign response (document 1, part B). */
export function campaignRecord(campaign: StrategyCampaignData): object {
  return {
    eid: campaign.eid,
    strategy_eid: campaign.strategyEid,
    product: legacyEnum(campaign.product),
    budget: legacyAmount(campaign.budget),
    created_at: activateDateTime(campaign.createdAt),
    updated_at: activateDateTime(campaign.updatedAt),
  };
}

/** A strategy response (document 1, part B). */
export function strategyRecord(strategy: StrategyData): object {
  return {
    eid: strategy.eid,
    advertisable_eid: strategy.advertisableEid,
    name: strategy.name,
    status: legacyEnum(strategy.status),
    budget: legacyAmount(strategy.budget),
    currency: strategy.currency,
    kpi_metric: strategy.kpiMetric,
    kpi_goal: legacyAmount(strategy.kpiGoal),
    start_date: activateDateTime(strategy.startDate),
    end_date: strategy.endDate === null ? null : activateDateTime(strategy.endDate),
    created_at: activateDateTime(strategy.createdAt),
    email: strategy.email === null ? null : emailRecord(strategy.email),
    products: strategy.products.map(legacyEnum),
    campaigns: strategy.campaigns.nodes.map(campaignRecord),
  };
}

function emailRecord(email: EmailData): object {
  return {
    sender_name: email.senderName,
    sender_address: email.senderAddress,
    footer_postal_address: email.footerPostalAddress,
    optin: email.optin,
    optin_country: email.optinCountry,
    emails: (email.emails ?? []).map((each) => ({
      body: each.body,
      cta_destination: each.ctaDestination,
      cta_label: each.ctaLabel,
      email_subject: each.emailSubject,
      headline: each.headline,
      hero_image_url: each.heroImageUrl,
    })),
  };
}
