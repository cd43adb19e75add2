import { type Static, Type } from 'typebox';
import { ruleSetNames } from '../../platform/core/working-time-rules.ts';
import { InstitutionSettingsSchema } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { representation } from './contract.ts';
import { grantFields } from './grant.ts';
import { Choice, Id, Instant, LocalDate, nullable } from './types.ts';

const Secret = Type.Object(
  {
    createdAt: Instant('When the secret was created.'),
    lastUsedAt: nullable(Instant('When it was last used, at most a minute late; null if never.')),
    expiresAt: nullable(Instant('When it ends by itself; null if it is valid until the next rotation.')),
  },
  { title: 'IntegrationSecret' },
);

const DeprecatedUse = Type.Object(
  {
    feature: Type.String({
      description:
        'What it is: an operation, one of its query parameters (`GET /users?old`), of the properties of its body (`POST /users old`), or of its response, if your `fields` names it (`GET /users?fields=old`).',
      examples: ['GET /appointments?fields=roomId'],
    }),
    since: Instant('Since when it should not be used.'),
    sunset: nullable(Instant('When it ends. Null while that is undecided.')),
    guide: Type.String({
      description: 'The page that says what to use instead.',
      examples: ['/docs/guides/changes#what-is-deprecated-today'],
    }),
    requests: Type.Integer({
      description: 'How many requests have used it in this hour and the 24 before it.',
      examples: [3],
    }),
    lastUsedAt: Instant('The beginning of the hour in which it was last used.'),
  },
  { title: 'DeprecatedUse' },
);

const timeZone = Type.String({
  description: 'The IANA time zone that its days have in time tracking.',
  examples: ['Europe/Berlin'],
});

const Settings = representation(
  'InstitutionSettings',
  InstitutionSettingsSchema,
  {
    timeTrackingTimezone: null,
    retention: null,
    timeZone,
    timeTrackingEnabled: 'If false, every operation of time tracking returns 403.',
    schedulingEnabled: 'If false, creating an appointment returns 403.',
    rejectRoomConflicts: 'If true, an appointment that books a room twice at one time returns 409.',
    workingTimeRules: nullable(
      Choice(
        ruleSetNames,
        'The rules of working time by which hours are judged, unless a user group has others. Null if by none.',
      ),
    ),
    language: {
      text: 'The language of the console, of emails and of calendar feeds for whoever has chosen none: a BCP 47 tag. Null if it has chosen none.',
      example: 'de',
    },
    userCodeFormat: {
      text: 'The format that a membership code must have when it is written; `[0]` is one digit. Null if any code will do.',
      example: '[0][0][0][0]',
    },
    defaultLessonUnit: {
      shown: Type.Object({
        name: Type.String({ description: 'What it is called.', examples: ['Unit'] }),
        minutes: Type.Number({ description: 'Its length in minutes.', exclusiveMinimum: 0, examples: [45] }),
      }),
      text: 'The unit of modules without a unit of their own.',
    },
  },
  { description: 'The settings in effect, with defaults filled in. An administrator changes them.' },
);

/** The identity of the client. */
export const Integration = Type.Object(
  {
    id: Id('The integration’s id.'),
    name: Type.String({ description: 'The name that it was given.', examples: ['Payroll'] }),
    clientId: Type.String({ description: 'Its client id.', examples: ['lyceum-5yQ2h0Jc8LwQm3Zt'] }),
    institution: Type.Object(
      {
        id: Id('The institution’s id.'),
        name: Type.String({ description: 'The institution’s name.', examples: ['Nordhafen University'] }),
        timeZone,
        settings: Settings,
      },
      { description: 'The institution whose data it sees.' },
    ),
    timeTracking: nullable(
      Type.Object(
        {
          closedThrough: nullable(
            LocalDate('The last day of the latest month that is closed for everybody. Null if none is.', '2026-09-30'),
          ),
        },
        { description: 'Until when hours are closed. Null while time tracking cannot be reached.' },
      ),
    ),
    rateLimit: Type.Object(
      {
        limit: Type.Integer({ description: 'How many requests it may make in a minute.', examples: [1000] }),
        remaining: Type.Integer({ description: 'How many more it may make now.', examples: [998] }),
        resetSeconds: Type.Integer({ description: 'In how many seconds it may make all of them.', examples: [60] }),
      },
      { description: 'The same as in the headers `RateLimit-*` of this answer.' },
    ),
    ...grantFields({
      access: '`full`, or `read`: it may send GET and dry runs alone.',
      areas: 'The areas that it may use: `x-area` of an operation names its own. Null if all, those to come included.',
    }),
    secrets: Type.Array(Secret, { description: 'Its valid secrets, the oldest first: two during a rotation.' }),
    deprecated: nullable(
      Type.Array(DeprecatedUse, {
        description:
          'What it has used in the last 31 days that is deprecated, at most a minute late. Empty: nothing. Null while that is unknown.',
      }),
    ),
    createdAt: Instant('When the integration was created.'),
  },
  { title: 'Integration' },
);

export const integrationExample: Static<typeof Integration> = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1501',
  name: 'Payroll',
  clientId: 'lyceum-5yQ2h0Jc8LwQm3Zt',
  institution: {
    id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0a01',
    name: 'Nordhafen University',
    timeZone: 'Europe/Berlin',
    settings: {
      timeZone: 'Europe/Berlin',
      timeTrackingEnabled: true,
      schedulingEnabled: true,
      rejectRoomConflicts: false,
      userCodeFormat: '[0][0][0][0]',
      workingTimeRules: 'de-arbzg',
      language: 'de',
      defaultLessonUnit: { name: 'Unit', minutes: 45 },
    },
  },
  timeTracking: { closedThrough: '2026-09-30' },
  rateLimit: { limit: 1000, remaining: 998, resetSeconds: 60 },
  access: 'read',
  areas: ['users', 'time-tracking'],
  secrets: [{ createdAt: '2026-10-01T08:00:00.000Z', lastUsedAt: '2026-10-05T08:00:00.000Z', expiresAt: null }],
  deprecated: [],
  createdAt: '2026-10-01T08:00:00.000Z',
};
