import { present } from "./entities.js";
import { graphEnum, legacyEnum } from "./legacy-format.js";
import { choices, eid, optionalEid, optionalInteger, optionalText, single } from "./parameter.js";
import { defineRoute, type RestRoute } from "./route.js";
import { listRoute } from "./social-list-route.js";
import { DEFAULT_SIZE, longInteger, longNumber, socialDateTime } from "./social-parameters.js";

const PHOTO_ACCOUNT = "/social/photo_account";

interface PhotoAccountData {
  photoActorId: string;
  pageBackedPhotoActorId: string | null;
  photoProfilePic: string | null;
  photoUsername: string | null;
  isPageBacked: boolean;
}

interface PageData {
  snPageId: string;
  name: string;
  snPageImg: string | null;
  snPageUrl: string | null;
  pageAccess: boolean;
  pageAdminAccess: boolean;
  noProfilePicture: boolean;
  isPublished: boolean;
}

interface EventData {
  eid: string;
  eventType: string;
  eventData: string;
  objectEid: string;
  objectType: string;
  createdAt: string;
  errorString: string | null;
  errorReason: string | null;
  responseJson: string | null;
}

interface GeolocationData {
  eid: string;
  name: string;
  type: string;
  region: string | null;
  primaryCity: string | null;
  countryCode: string;
  countryName: string;
}

const advertisableKey = { advertisable_eid: eid("EID of the advertisable.") };
const LINK = { area: "social", permission: "social.link", path: PHOTO_ACCOUNT } as const;

export const SOCIAL_PAGE_ROUTES: readonly RestRoute[] = [
  defineRoute({
    area: "social",
    method: "GET",
    path: PHOTO_ACCOUNT,
    permission: "social.read",
    description: "The account on the photo network of an advertisable; 404 when it has none. Document 2, part A.",
    parameters: advertisableKey,
    operation: `query Account($eid: ID!) { photoAccount(advertisableEid: $eid) {
      photoActorId pageBackedPhotoActorId photoProfilePic photoUsername isPageBacked } }`,
    variables: (input) => ({ eid: input.advertisable_eid }),
    body: ({ photoAccount }: { photoAccount: PhotoAccountData | null }) => {
      const account = present(photoAccount);
      return {
        photo_actor_id: longInteger(account.photoActorId),
        page_backed_photo_actor_id: longInteger(account.pageBackedPhotoActorId),
        photo_profile_pic: account.photoProfilePic,
        photo_username: account.photoUsername,
        is_page_backed: account.isPageBacked,
      };
    },
  }),
  defineRoute({
    ...LINK,
    method: "POST",
    description:
      "Gives an advertisable its account on the photo network; an object with photo_actor_id, a number of 64 bits with every digit. Document 2, part A.",
    parameters: { ...advertisableKey, account_id: longNumber("The account's number.") },
    operation: `mutation Link($input: LinkPhotoAccountInput!) {
      done: linkPhotoAccount(input: $input) { photoAccount { photoActorId } } }`,
    variables: (input) => ({ input: { advertisableEid: input.advertisable_eid, accountId: input.account_id } }),
    body: ({ done }: { done: { photoAccount: { photoActorId: string } } | null }) => ({
      photo_actor_id: longInteger(present(done).photoAccount.photoActorId),
    }),
  }),
  defineRoute({
    ...LINK,
    method: "DELETE",
    status: 204,
    description: "Takes an advertisable's account on the photo network away. Document 2, part A.",
    parameters: advertisableKey,
    operation: `mutation Unlink($input: UnlinkPhotoAccountInput!) { done: unlinkPhotoAccount(input: $input) { deletedEid } }`,
    variables: (input) => ({ input: { advertisableEid: input.advertisable_eid } }),
    body: () => null,
  }),
  listRoute<PageData>({
    path: "/social/pages/",
    description: "The pages that the network named. Decisions, section 6; document 2, part A.",
    rootField: "socialPages",
    noun: "SocialPage",
    selection: "snPageId name snPageImg snPageUrl pageAccess pageAdminAccess noProfilePicture isPublished",
    sorts: ["created_date", "name"],
    record: (page) => ({
      sn_page_id: page.snPageId,
      sn_page_name: page.name,
      sn_page_img: page.snPageImg,
      sn_page_url: page.snPageUrl,
      page_access: page.pageAccess,
      page_admin_access: page.pageAdminAccess,
      no_profile_picture: page.noProfilePicture,
      is_published: page.isPublished,
    }),
  }),
  listRoute<EventData>({
    path: "/social/events/",
    description:
      "What happened to the objects of this area, the oldest first. Decisions, section 6; document 1, events.",
    rootField: "events",
    noun: "Event",
    selection: "eid eventType eventData objectEid objectType createdAt errorString errorReason responseJson",
    sorts: ["created_date"],
    parameters: { object_eid: optionalEid("Only those of this object. Own.") },
    filters: { object_eid: "objectEid" },
    counted: "eventsCount",
    record: (event) => ({
      eid: event.eid,
      event_type: event.eventType,
      event_data: event.eventData,
      object_eid: event.objectEid,
      object_type: event.objectType,
      created_date: socialDateTime(event.createdAt),
      error_string: event.errorString,
      error_reason: event.errorReason,
      response_json: event.responseJson,
    }),
  }),
  defineRoute({
    area: "social",
    method: "GET",
    path: "/social/geolocations/",
    permission: "social.read",
    description:
      "Places that ad sets can target: those whose name has a text inside, those first that begin with it; a page of them, of 25 when neither page nor page_size is given. Own: document 2, part A, has the record only.",
    parameters: {
      query: optionalText("A text that the name has inside, in any case and without regard to accents."),
      types: choices("Kinds of place.", ["country", "region", "city", "zip"]),
      country_code: single<string | undefined>(
        "The country that they are or lie in.",
        false,
        undefined,
        "two upper-case letters of ISO 3166-1",
        (text) => (/^[A-Z]{2}$/.test(text) ? text : undefined),
      ),
      page: optionalInteger("Which page, from 1; a page past the end is empty.", 1, 10_000),
      page_size: optionalInteger("Records at most, 1 to 100; 25 when not given.", 1, 100),
    },
    operation: `query Places($query: String, $types: [GeolocationType!], $countryCode: String, $first: Int, $skip: Int) {
      count: geolocationsCount(query: $query, types: $types, countryCode: $countryCode)
      places: geolocations(query: $query, types: $types, countryCode: $countryCode, first: $first, skip: $skip) {
        eid name type region primaryCity countryCode countryName } }`,
    variables: ({ query, types, country_code: countryCode, page = 1, page_size: first = DEFAULT_SIZE }) => ({
      query,
      types: types?.map(graphEnum),
      countryCode,
      first,
      skip: (page - 1) * first,
    }),
    body: (
      { places, count }: { places: GeolocationData[]; count: number },
      { page = 1, page_size = DEFAULT_SIZE },
    ) => ({
      count,
      page,
      page_size,
      results: places.map((place) => ({
        eid: place.eid,
        name: place.name,
        region: place.region,
        primary_city: place.primaryCity,
        country_code: place.countryCode,
        country_name: place.countryName,
        type: legacyEnum(place.type),
      })),
    }),
  }),
];
