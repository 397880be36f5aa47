/** Whether an advertisable, as the graph answers its `status` and `isActive`, may serve nothing: it is rejected or deleted. */
export function isFrozen(advertisable: unknown): boolean {
  if (typeof advertisable !== "object" || advertisable === null) return false;
  return Reflect.get(advertisable, "status") === "REJECTED" || Reflect.get(advertisable, "isActive") === false;
}
