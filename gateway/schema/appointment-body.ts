import { Type } from 'typebox';
import type { Violation } from '../../platform/core/errors/refusal.ts';
import { Id, Instant, Int32, nullable } from './types.ts';
import { repeatedIds } from './validate.ts';

const ids = (description: string, maxItems: number, minItems = 0) =>
  Type.Array(Id('An id.'), { description, uniqueItems: true, minItems, maxItems });

const Title = Type.String({ minLength: 1, maxLength: 255, description: 'What it is called.', examples: ['Lecture 1'] });
const DateTime = Instant('When it begins, with an offset: `Z`, `+HH:MM` or `-HH:MM`.');
const Duration = Int32('Its length in minutes.', { minimum: 1, examples: [90] });
const CourseIds = ids(
  'The **layer ids** of the courses to attach (`layerId` in GET /courses), not their entity ids.',
  200,
  1,
);
const IsOnline = Type.Boolean({
  description:
    'Used only without `rooms`, `address` and `onlineAddress`; otherwise derived from them. False by default.',
});
const IsHybrid = Type.Boolean({ description: 'Used only under the same conditions as `isOnline`.' });
const Address = Type.String({
  maxLength: 500,
  description:
    'By default the address of the first booked room’s location. It follows that room until you give an address.',
});
const OnlineAddress = Type.String({
  format: 'uri',
  minLength: 1,
  maxLength: 2048,
  description: 'The URL of the online meeting; absolute, with http or https.',
  examples: ['https://nordhafen.zoom.us/j/8412345678'],
});
const LocationLabel = Type.String({ maxLength: 500, description: 'Free-text label.', examples: ['Main entrance'] });
const Rooms = Type.Array(
  Type.Object(
    {
      roomId: Id('A room of the institution.'),
      setupId: Type.Optional(nullable(Id('One of the setups of the room. Null or absent: the default setup.'))),
    },
    { title: 'AppointmentRoomInput', additionalProperties: false },
  ),
  { description: 'The rooms to book. Each room may occur once.', maxItems: 100 },
);
const OrganizerIds = ids('The organizing users.', 200);
const UserIds = ids('The additional participants.', 1000);
const UserGroupIds = ids('The user groups to invite.', 200);
const AppointmentTypeId = nullable(Id('An appointment type of the institution.'));
const Notes = Type.String({ maxLength: 10_000, description: 'Free text.' });

const optionalFields = {
  isOnline: Type.Optional(IsOnline),
  isHybrid: Type.Optional(IsHybrid),
  address: Type.Optional(Address),
  onlineAddress: Type.Optional(OnlineAddress),
  location: Type.Optional(LocationLabel),
  rooms: Type.Optional(Rooms),
  organizerIds: Type.Optional(OrganizerIds),
  userIds: Type.Optional(UserIds),
  userGroupIds: Type.Optional(UserGroupIds),
  appointmentTypeId: Type.Optional(AppointmentTypeId),
  notes: Type.Optional(Notes),
};

/** The body of POST /appointments (spec). */
export const AppointmentCreate = Type.Object(
  { title: Title, dateTime: DateTime, duration: Duration, courseIds: CourseIds, ...optionalFields },
  { title: 'AppointmentCreate', additionalProperties: false },
);

/** The body of POST /courses/{id}/appointments: the same, except that the path already names a course (decisions 8.6). */
export const CourseAppointmentCreate = Type.Object(
  { title: Title, dateTime: DateTime, duration: Duration, courseIds: Type.Optional(CourseIds), ...optionalFields },
  { title: 'CourseAppointmentCreate', additionalProperties: false },
);

/** The body of PATCH /appointments/{id}: absent fields stay, arrays replace, `null` clears optional fields (decisions 8.5). */
export const AppointmentUpdate = Type.Object(
  {
    title: Type.Optional(Title),
    dateTime: Type.Optional(DateTime),
    duration: Type.Optional(Duration),
    courseIds: Type.Optional(CourseIds),
    isOnline: Type.Optional(nullable(IsOnline)),
    isHybrid: Type.Optional(nullable(IsHybrid)),
    address: Type.Optional(nullable(Address)),
    onlineAddress: Type.Optional(nullable(OnlineAddress)),
    location: Type.Optional(nullable(LocationLabel)),
    rooms: Type.Optional(nullable(Rooms)),
    organizerIds: Type.Optional(nullable(OrganizerIds)),
    userIds: Type.Optional(nullable(UserIds)),
    userGroupIds: Type.Optional(nullable(UserGroupIds)),
    appointmentTypeId: Type.Optional(AppointmentTypeId),
    notes: Type.Optional(nullable(Notes)),
  },
  { title: 'AppointmentUpdate', additionalProperties: false },
);

/** The input of the rules: the fields that every body of an appointment has in common. */
interface AppointmentBody {
  readonly onlineAddress?: string | null;
  readonly rooms?: readonly { readonly roomId: string }[] | null;
  readonly courseIds?: readonly string[];
  readonly organizerIds?: readonly string[] | null;
  readonly userIds?: readonly string[] | null;
  readonly userGroupIds?: readonly string[] | null;
}

/** Checks what the schemas cannot express: ids must not repeat, regardless of case, and an online address is an http(s) URL. */
export function appointmentFaults({ onlineAddress, rooms, ...lists }: AppointmentBody): Violation[] {
  const { courseIds, organizerIds, userIds, userGroupIds } = lists;
  return [
    ...repeatedIds(
      (rooms ?? []).map(({ roomId }) => roomId),
      (index) => `/rooms/${index}/roomId`,
    ),
    ...Object.entries({ courseIds, organizerIds, userIds, userGroupIds }).flatMap(([name, values]) =>
      repeatedIds(values ?? [], (index) => `/${name}/${index}`),
    ),
    ...(onlineAddress && !WEB_ADDRESS.test(onlineAddress) ? [noWebAddress] : []),
  ];
}

/** Stricter than the parser behind the format `uri`, which adds missing parts and ignores white space. */
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}/\\?#][^\s\p{Cc}]*$/iu;

const noWebAddress: Violation = {
  pointer: '/onlineAddress',
  code: 'invalid_string',
  message: 'must be an absolute http(s) URL',
};
