import type { Fault } from '../fault.ts';

/** Calendars and the feeds that subscribe to them. */
export const calendars: readonly Fault[] = [
  {
    name: 'The calendar feed of an archived user stays',
    file: 'services/identity/store/calendar-feeds.ts',
    find: "OR ${isActiveUser('t.institution_id', 't.target_id')})",
    replace: 'OR true)',
  },
  {
    name: 'A calendar feed survives its integration',
    file: 'services/identity/store/calendar-feeds.ts',
    find: 'i.id = t.integration_id AND NOT i.is_active)',
    replace: 'i.id = t.integration_id AND false)',
  },
  {
    name: 'A calendar feed that has ended is told from one that never was by its rate limit',
    file: 'gateway/http/request-hooks.ts',
    find: "if (identity?.actor.kind === 'integration') reply.headers(rateLimitHeaders(decision));",
    replace: 'reply.headers(rateLimitHeaders(decision));',
  },
  {
    name: 'A deleted appointment stays confirmed in calendars',
    file: 'gateway/routes/appointments/calendar-text.ts',
    find: "'CANCELLED'",
    replace: "'CONFIRMED'",
  },
  {
    name: 'The title of an appointment is written into a calendar as it is',
    file: 'gateway/routes/appointments/calendar-text.ts',
    find: '`SUMMARY:${text(title)}`',
    replace: '`SUMMARY:${title}`',
  },
  {
    name: 'A renamed room leaves the version of a calendar entry as it is',
    file: 'gateway/routes/appointments/calendar-text.ts',
    find: 'const lastChange = lastChangeOf(entry);',
    replace: 'const lastChange = deletedAt ?? appointment.updatedAt;',
  },
  {
    name: 'A deleted appointment keeps its sequence',
    file: 'services/scheduling/domain/delete-appointment.ts',
    find: 'sequence: current.sequence + 1, ',
    replace: '',
  },
  {
    name: 'A read of a calendar feed fails when the feed is revoked meanwhile',
    file: 'services/identity/store/calendar-feed-reads.ts',
    find: ' WHERE f.token_hash = ${$.tokenHash} FOR NO KEY UPDATE\n',
    replace: ' WHERE f.token_hash = ${$.tokenHash}\n',
  },
];
