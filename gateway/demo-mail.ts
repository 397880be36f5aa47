/** Makes a change of the demo at its minute. */
type Change = (minute: number, mutation: string, type: string, input: object) => Promise<void>;

/** What the demo's shop has by e-mail so far. */
export interface DemoMail {
  emailSettings: { country: string | null; termsAccepted: boolean };
  emailCampaigns: { nodes: object[] };
  unsubscribers: { nodes: object[] };
}

/** The selection on Advertisable that reads it. */
export const DEMO_MAIL = `emailSettings { country termsAccepted } emailCampaigns(first: 1) { nodes { eid } }
  unsubscribers(first: 1) { nodes { eid } }`;

/**
 * Settings with which a campaign can be set to running, a campaign that waits for it, and two people who want no mail.
 *
 * @param keepsAddresses whether the service can keep addresses; without that nobody is among those who want none.
 */
export async function furnishMail(
  change: Change,
  advertisableEid: string,
  has: DemoMail,
  keepsAddresses: boolean,
): Promise<void> {
  if (has.emailSettings.country === null)
    await change(14, "editEmailSettings", "EditEmailSettingsInput", {
      advertisableEid,
      country: "US",
      senderName: "Harbour Shop",
      senderAddress: "hello@shop.example",
      footerPostalAddress: "1 Quay Street, Portland, ME 04101",
    });
  if (!has.emailSettings.termsAccepted)
    await change(15, "acceptEmailTerms", "AcceptEmailTermsInput", { advertisableEid });
  if (has.emailCampaigns.nodes.length === 0)
    await change(16, "createEmailCampaign", "CreateEmailCampaignInput", {
      advertisableEid,
      name: "Welcome aboard",
      emails: [
        {
          emailSubject: "Welcome aboard",
          previewText: "What you find in our shop",
          headline: "Good to have you",
          body: "Lamps, bags and cushions from the harbour, made to last.",
          ctaLabel: "Look around",
          ctaDestination: "https://shop.example/products",
        },
        {
          emailSubject: "Free shipping this week",
          headline: "On us",
          body: "Whatever you choose by Sunday comes to you for free.",
          ctaLabel: "Choose",
          ctaDestination: "https://shop.example/sale",
          delayHours: 72,
        },
      ],
    });
  if (keepsAddresses && has.unsubscribers.nodes.length === 0)
    await change(17, "addUnsubscribers", "AddUnsubscribersInput", {
      advertisableEid,
      emailAddresses: ["ann@customer.example", "bob@customer.example"],
    });
}
