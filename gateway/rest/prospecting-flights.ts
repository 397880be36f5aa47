import { present } from "./entities.js";
import { eid, single } from "./parameter.js";
import { eventSource } from "./prospecting-parameters.js";
import { FLIGHT_FIELDS, type FlightData, flightRecord } from "./prospecting-records.js";
import { defineRoute, type RestRoute } from "./route.js";
import { day } from "./social-parameters.js";
import { dayOf } from "./write-parameters.js";

const OF_AD_GROUP = "/prospecting/api/v2/adgroups/{adgroup}/flights";
const ONE = "/prospecting/api/v2/flights/{flight}";

interface FlightAnswer {
  done: { flight: FlightData } | null;
}

function results({ done }: FlightAnswer) {
  return { results: flightRecord(present(done).flight) };
}

function requiredDay(description: string) {
  return single<string>(description, true, "", "a day of the calendar, such as 2026-01-31", dayOf);
}

const AREA = { area: "prospecting" } as const;
const adgroup = eid("EID of the ad group.");
const flight = eid("EID of the flight.");

export const PROSPECTING_FLIGHT_ROUTES: readonly RestRoute[] = [
  defineRoute({
    ...AREA,
    method: "GET",
    path: OF_AD_GROUP,
    permission: "prospecting.read",
    description: "The flights of an ad group, the earliest first. Document 2, part C.",
    parameters: { adgroup },
    operation: `query Flights($eid: ID!) { prospectingAdGroup(eid: $eid) { flights { ...FlightFields } } } ${FLIGHT_FIELDS}`,
    variables: (input) => ({ eid: input.adgroup }),
    body: ({ prospectingAdGroup }: { prospectingAdGroup: { flights: FlightData[] } | null }) => ({
      results: present(prospectingAdGroup).flights.map(flightRecord),
    }),
  }),
  defineRoute({
    ...AREA,
    method: "POST",
    path: OF_AD_GROUP,
    permission: "prospecting.write",
    description:
      "Gives an ad group a flight; the flight. 400 when a date is missing, when it begins after its end, or when it overlaps another flight of the ad group. Document 2, part C.",
    parameters: {
      adgroup,
      start_date: requiredDay("First day."),
      end_date: requiredDay("LAST day, included, not before start_date."),
      event_source: eventSource,
    },
    operation: `mutation Create($input: CreateFlightInput!) {
      done: createFlight(input: $input) { flight { ...FlightFields } } } ${FLIGHT_FIELDS}`,
    variables: (input) => ({
      input: {
        adGroupEid: input.adgroup,
        startDate: input.start_date,
        endDate: input.end_date,
        eventSource: input.event_source,
      },
    }),
    body: results,
  }),
  defineRoute({
    ...AREA,
    method: "PUT",
    path: ONE,
    permission: "prospecting.write",
    description: "Changes the days of a flight; what is not given stays. 400 as for a new one. Document 2, part C.",
    parameters: {
      flight,
      start_date: day("First day; null is refused."),
      end_date: day("LAST day, included; null is refused."),
      event_source: eventSource,
    },
    operation: `mutation Edit($input: EditFlightInput!) {
      done: editFlight(input: $input) { flight { ...FlightFields } } } ${FLIGHT_FIELDS}`,
    variables: (input) => ({
      input: {
        eid: input.flight,
        startDate: input.start_date,
        endDate: input.end_date,
        eventSource: input.event_source,
      },
    }),
    body: results,
  }),
  defineRoute({
    ...AREA,
    method: "DELETE",
    path: ONE,
    permission: "prospecting.write",
    description: "Removes a flight; the flight as it was. Document 2, part C.",
    parameters: { flight, event_source: eventSource },
    operation: `mutation Delete($input: DeleteFlightInput!) {
      done: deleteFlight(input: $input) { flight { ...FlightFields } } } ${FLIGHT_FIELDS}`,
    variables: (input) => ({ input: { eid: input.flight, eventSource: input.event_source } }),
    body: results,
  }),
];
