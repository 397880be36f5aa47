/** Operations that the explorer offers and the README shows; each answers something on the demo data. */
export const EXAMPLES = [
  {
    name: "CampaignDeliveries",
    description:
      "Advertisables with their campaigns and what these delivered in August 2023: two areas in one request.",
    document: `query CampaignDeliveries {
  advertisables(first: 1) {
    nodes {
      name
      campaigns(orderBy: [{ field: NAME }]) {
        nodes {
          name
          deliveries(range: { between: { start: "2023-08-01", endExclusive: "2023-09-01" } }) {
            summary {
              impressions
              clicks
              cost {
                amount
                currency
              }
              ctr
            }
          }
        }
      }
    }
  }
}
`,
  },
  {
    name: "DailyDeliveries",
    description: "One advertisable day by day, in euros.",
    document: `query DailyDeliveries($range: DateRangeInput!) {
  advertisables(first: 1) {
    nodes {
      name
      deliveries(range: $range, currency: "EUR") {
        summary { impressions cost { amount currency } }
        byDate { date metrics { impressions clicks cost { amount } } }
      }
    }
  }
}
`,
    variables: JSON.stringify({ range: { between: { start: "2023-08-17", endExclusive: "2023-09-01" } } }, null, 2),
  },
  {
    name: "SocialAds",
    description: "Ads on the simulated social network, of which it shows one and refuses the other; and prospecting.",
    document: `query SocialAds {
  advertisables(first: 1) {
    nodes {
      name
      socialCampaigns(first: 2) {
        nodes { name adSets(first: 2) { nodes { name geolocations { name included }
          ads(first: 5) { nodes { name status remoteStatus disapprovalReason } } } } }
      }
      prospectingCampaigns(first: 2) {
        nodes { name adGroups(first: 2) { nodes { name flights { startDate endDate } audience { size } } } }
      }
    }
  }
}
`,
  },
  {
    name: "WhoAmI",
    description: "The signed-in user.",
    document: `query WhoAmI {
  viewer { username role organizationRole organization { name } }
}
`,
  },
] as const;
