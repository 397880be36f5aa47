import { dateRangeInput } from "../../lib/date-range-types.js";

export const DateRangeInput = dateRangeInput();
export type DateRangeInput = InstanceType<typeof DateRangeInput>;
