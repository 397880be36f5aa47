import { registerEnumType } from "type-graphql";

export const ProspectingUserStatus = { ACTIVE: "ACTIVE", PAUSED: "PAUSED" } as const;
export type ProspectingUserStatus = keyof typeof ProspectingUserStatus;
registerEnumType(ProspectingUserStatus, {
  name: "ProspectingUserStatus",
  description: "What an advertisable's own people want (document 2, part C, user_status).",
  valuesConfig: { ACTIVE: { description: "It shall serve." }, PAUSED: { description: "It shall rest." } },
});

export const ProspectingAdminStatus = {
  APPROVED: "APPROVED",
  ADMIN_REVIEW: "ADMIN_REVIEW",
  ADMIN_PAUSED: "ADMIN_PAUSED",
  REJECTED: "REJECTED",
} as const;
export type ProspectingAdminStatus = keyof typeof ProspectingAdminStatus;
registerEnumType(ProspectingAdminStatus, {
  name: "ProspectingAdminStatus",
  description: "What platform administrators say (document 2, part C, admin_status; its values are our own).",
  valuesConfig: {
    APPROVED: { description: "It may serve." },
    ADMIN_REVIEW: { description: "Nobody has looked at it yet." },
    ADMIN_PAUSED: { description: "Stopped for the moment." },
    REJECTED: { description: "It may not serve." },
  },
});

export const ProspectingStatus = {
  ACTIVE: "ACTIVE",
  PAUSED: "PAUSED",
  ADMIN_REVIEW: "ADMIN_REVIEW",
  ADMIN_PAUSED: "ADMIN_PAUSED",
  REJECTED: "REJECTED",
  INACTIVE: "INACTIVE",
} as const;
export type ProspectingStatus = keyof typeof ProspectingStatus;
registerEnumType(ProspectingStatus, {
  name: "ProspectingStatus",
  description: "Where something of prospecting stands, made of what everybody says of it. Own.",
  valuesConfig: {
    ACTIVE: { description: "Serves within its flights." },
    PAUSED: { description: "Stopped by its own people." },
    ADMIN_REVIEW: { description: "Waits for a platform administrator." },
    ADMIN_PAUSED: { description: "Stopped by a platform administrator." },
    REJECTED: { description: "Refused by a platform administrator." },
    INACTIVE: { description: "Taken away; lists leave it out." },
  },
});
