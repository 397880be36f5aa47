import { afterAll, beforeAll, expect, test } from "vitest";
import { dataOf } from "../kit/reporting-query.js";
import { startService, type TestService } from "../kit/service.js";
import { ALPHA, testEid, userEid } from "../kit/world.js";

/** Every field of every object, once with all that can be there; the clock says 1 September 2023. */
let service: TestService;
const segment = testEid("segment");
const edit = testEid("edit");

beforeAll(async () => {
  service = await startService();
  const { advertisable, campaign, adGroup, ad } = service.world.granted;
  const { owner } = service.db;
  const at = "created_at = '2023-07-01T10:20:30.456Z', updated_at = '2023-07-02T00:00:00Z'";
  for (const [statement, ...values] of [
    [
      `update entities.advertisable set url = 'https://shop.example', currency = 'EUR', click_through_conversion_window = 14,
        view_through_conversion_window = 7, status = 'PAUSED', ${at} where advertisable_eid = $1`,
      advertisable,
    ],
    [
      `update entities.campaign set weekly_budget = 100, cpc = 1.255, cpm = 3, currency = 'EUR', start_date = '2023-07-01', end_date = '2023-09-01',
        is_retargeting = true, is_coop = true, is_social = true, status = 'APPROVED', ${at} where eid = $1`,
      campaign,
    ],
    [
      `update entities.ad_group set status = 'ADMIN_PAUSED', positive_segments = $2, ${at} where eid = $1`,
      adGroup,
      [segment],
    ],
    [
      `update entities.ad set status = 'REJECTED', type = 'IMAGE', width = 300, height = 250, src = 'https://cdn.example/a.png', headline = 'Head',
        body = 'Body', message = 'Message', ${at} where eid = $1`,
      ad,
    ],
    [
      `insert into entities.ad (advertisable_eid, eid, name, status, type, is_active, has_edits, has_pending_edits, is_outlined, valid_clicktag, original_ad_eid, created_at, updated_at)
        values ($1, $2, 'Edit', 'ADMIN_REVIEW', 'LIQUID', false, false, false, false, true, $3, '2023-07-03T00:00:00Z', '2023-07-03T00:00:00Z')`,
      advertisable,
      edit,
      ad,
    ],
    [
      `insert into audience.segment (advertisable_eid, eid, name, type, duration, is_conversion, conversion_value, is_active, created_at, updated_at)
        values ($1, $2, 'Buyers', 'USER_ATTRIBUTES', 90, true, 2.5, true, now(), now())`,
      advertisable,
      segment,
    ],
  ] as const)
    await owner.query(
      statement,
      values.map((value) => (typeof value === "string" ? value : [...value])),
    );
});
afterAll(async () => await service.close());

test("an advertisable with a campaign, an ad group, ads and a segment", async () => {
  const { advertisable, campaign, adGroup, ad } = service.world.granted;
  const createdDate = "2023-07-01T10:20:30+0000";
  const updatedDate = "2023-07-02T00:00:00+0000";
  const data = await dataOf(
    service,
    `query ($shop: String!, $edit: String!) {
       advertisable { byEID(advertisable: $shop) {
         eid name isActive organization status url currency clickThroughConversionWindow viewThroughConversionWindow createdDate
         campaigns { eid advertisable name status actualStatusString budget budgetType cpc cpm startDate endDate createdDate updatedDate channel type
           objective currency kpiMetric kpiGoal kpiCurrency playbookEID emails { eid }
           adgroups { eid campaign advertisable name isActive status adType createdDate updatedDate kpiMetric
             ads { ...Ad } audiences { ...OfAdgroup } } audiences { eid } }
         segments { eid advertisable name type duration isActive isConversion conversionValue }
       } }
       ad { byEID(ad: $edit) { status isActive type adFormat adFormatName width originalAd src destinationURL headline body message } }
     }
     fragment Ad on Ad { eid advertisable name type status isActive adFormat adFormatName width height src destinationURL headline body message
       callToAction originalAd createdDate updatedDate }
     fragment OfAdgroup on Audience { eid advertisable name type duration isActive isConversion conversionValue }`,
    { shop: advertisable, edit },
  );
  const audience = {
    eid: segment,
    advertisable,
    name: "Buyers",
    type: "user_attributes",
    duration: 90,
    isActive: true,
    isConversion: true,
    conversionValue: 2.5,
  };
  expect(data).toEqual({
    advertisable: {
      byEID: {
        eid: advertisable,
        name: "Granted",
        isActive: true,
        organization: ALPHA,
        status: "approved",
        url: "https://shop.example",
        currency: "EUR",
        clickThroughConversionWindow: 14,
        viewThroughConversionWindow: 7,
        createdDate,
        campaigns: [
          {
            eid: campaign,
            advertisable,
            name: "Granted campaign",
            status: "ended",
            actualStatusString: "approved",
            budget: 14.29,
            budgetType: "daily",
            cpc: 1.26,
            cpm: 3,
            startDate: "2023-07-01",
            endDate: "2023-09-01",
            createdDate,
            updatedDate,
            channel: "social",
            type: "blended",
            objective: null,
            currency: "EUR",
            kpiMetric: null,
            kpiGoal: null,
            kpiCurrency: null,
            playbookEID: null,
            emails: [],
            adgroups: [
              {
                eid: adGroup,
                campaign,
                advertisable,
                name: "Granted ad group",
                isActive: true,
                status: "paused",
                adType: "web",
                createdDate,
                updatedDate,
                kpiMetric: null,
                ads: [
                  {
                    eid: ad,
                    advertisable,
                    name: "Granted ad",
                    type: "image",
                    status: "rejected",
                    isActive: true,
                    adFormat: "300 wide x 250 high",
                    adFormatName: "300x250",
                    width: 300,
                    height: 250,
                    src: "https://cdn.example/a.png",
                    destinationURL: "https://example.test/",
                    headline: "Head",
                    body: "Body",
                    message: "Message",
                    callToAction: null,
                    originalAd: null,
                    createdDate,
                    updatedDate,
                  },
                ],
                audiences: [audience],
              },
            ],
            audiences: [{ eid: segment }],
          },
        ],
        segments: [audience],
      },
    },
    ad: {
      byEID: {
        status: "deleted",
        isActive: false,
        type: "liquid",
        adFormat: null,
        adFormatName: null,
        width: null,
        originalAd: ad,
        src: null,
        destinationURL: null,
        headline: null,
        body: null,
        message: null,
      },
    },
  });
});

test("who asks, and their organization", async () => {
  const asked = `{ user { eid email name role organization locale defaultTimezone } organization { current { eid name createdDate } } }`;
  for (const [as, role] of [
    ["staff", "staff"],
    ["admin", "admin"],
    ["granted", "user"],
  ] as const)
    expect(await dataOf(service, asked, {}, as)).toEqual({
      user: {
        eid: userEid(as),
        email: `${as}@example.test`,
        name: "First Last",
        role,
        organization: ALPHA,
        locale: "en-US",
        defaultTimezone: "UTC",
      },
      organization: { current: { eid: ALPHA, name: "Alpha", createdDate: "2023-07-01T00:00:00+0000" } },
    });
});
