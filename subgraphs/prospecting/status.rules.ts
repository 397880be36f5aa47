import type { ProspectingAdminStatus, ProspectingStatus, ProspectingUserStatus } from "./status.type.js";

/** Where something stands: taken away, else as administrators say until they approve it, else as its people want. */
export function statusOf(object: {
  isActive: boolean;
  userStatus: ProspectingUserStatus;
  adminStatus?: ProspectingAdminStatus | null;
}): ProspectingStatus {
  const { isActive, userStatus, adminStatus = "APPROVED" } = object;
  if (!isActive) return "INACTIVE";
  return adminStatus === null || adminStatus === "APPROVED" ? userStatus : adminStatus;
}
