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
  {
    name: 'An appointment of a group is missing from those of its members',
    file: 'services/scheduling/domain/appointment-links.ts',
    find: "    ...links('group', userGroupIds),\n",
    replace: '',
  },
  {
    name: 'An appointment of a group is missing where another filter is sent beside its member',
    file: 'services/scheduling/store/appointment-lists.ts',
    find: ' OR ${alias}.user_group_ids && ${$.groupIds})',
    replace: ' OR cardinality(${$.groupIds}) < 0)',
  },
  {
    name: 'An appointment to which a person is invited twice ends a page too early',
    file: 'services/scheduling/store/appointment-lists.ts',
    find: 'SELECT DISTINCT e.date_time',
    replace: 'SELECT e.date_time',
  },
  {
    name: 'Whoever has left a group still has its appointments',
    file: 'bundle/engine/write-plan.ts',
    find: '  if (gone.length > 0) tx.write(remove,',
    replace: "  if (gone.length > 0 && list.owner !== 'userGroupId') tx.write(remove,",
  },
  {
    name: 'A calendar is the same for whoever leaves a group',
    file: 'services/scheduling/rpc/get-calendar-version.ts',
    find: ', ...calendar.groupIds]',
    replace: ']',
  },
  {
    name: 'The token of a feed tells the groups of anybody',
    file: 'services/directory/rpc/list-user-group-ids.ts',
    find: "actor.scope.of !== 'user' || actor.scope.id !== userId",
    replace: "actor.scope.of !== 'user'",
  },
  {
    name: 'A person may be in a 101st group over what is stored',
    file: 'services/directory/rpc/refuse-too-many-groups.ts',
    find: 'new Map(others.map(({ ref, count }) => [ref, count])),',
    replace: 'new Map(),',
  },
];
