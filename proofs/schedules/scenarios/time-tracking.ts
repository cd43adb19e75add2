import type { MessageInitShape } from '@bufbuild/protobuf';
import { present } from '../../../platform/core/present.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import type { TimeRecordSchema } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import {
  type Command,
  type Plan,
  replaysOf,
  type Scenario,
  type Send,
  type Subject,
  someOf,
  withKeys,
} from '../scenario.ts';

const { startSession, pauseSession, resumeSession, stopSession, addTimestamp } = SessionService.method;
const { createLog, bulkCreateLogs, updateLog } = LogService.method;

const at = (time: string, date = '2026-10-05') => `${date}T${time}:00.000Z`;
const memberOf = ({ names }: Pick<Subject, 'names'>) => ({
  identity: { case: 'userId' as const, value: names.member ?? '' },
});
const log = (start: string, end: string, date?: string) => ({ startTime: at(start, date), endTime: at(end, date) });

const change =
  (fields: MessageInitShape<typeof TimeRecordSchema>, paths: readonly string[], isConditional: boolean) =>
  (send: Send, subject: Subject) =>
    send(updateLog, {
      member: memberOf(subject),
      id: subject.names.log ?? '',
      precondition: isConditional ? { revisions: [subject.names.revision ?? ''] } : { any: true },
      log: fields,
      updateMask: { paths: [...paths] },
    });

/** All writes of time tracking, and two that meet another branch. */
const writes: readonly Omit<Command, 'key'>[] = [
  { name: 'start', send: (send, subject) => send(startSession, { member: memberOf(subject), at: at('07:00') }) },
  {
    name: 'start earlier',
    send: (send, subject) => send(startSession, { member: memberOf(subject), at: at('05:30') }),
  },
  { name: 'pause', send: (send, subject) => send(pauseSession, { member: memberOf(subject), at: at('07:10') }) },
  { name: 'resume', send: (send, subject) => send(resumeSession, { member: memberOf(subject), at: at('07:20') }) },
  { name: 'stop', send: (send, subject) => send(stopSession, { member: memberOf(subject), at: at('07:30') }) },
  {
    name: 'timestamp',
    send: (send, subject) => send(addTimestamp, { member: memberOf(subject), at: at('07:15'), label: 'Lunch' }),
  },
  { name: 'log', send: (send, subject) => send(createLog, { member: memberOf(subject), log: log('06:30', '07:25') }) },
  {
    name: 'bulk',
    send: (send, subject) =>
      send(bulkCreateLogs, {
        items: [log('06:05', '06:25'), log('07:02', '07:08')].map((value) => ({
          member: memberOf(subject),
          content: { case: 'log' as const, value },
        })),
      }),
  },
  { name: 'PATCH', send: change({ endTime: at('06:20') }, ['end_time'], true) },
  { name: 'PATCH of all', send: change({ note: 'seen', endTime: at('06:10') }, ['note', 'end_time'], false) },
];

const start = (date?: string) => (send: Send, names: Subject['names']) =>
  send(startSession, { member: memberOf({ names }), at: at('06:30', date) });

const OTHER_DAY = 'a session of another day';
/** What a member has before, beside a log. */
const states: Readonly<Record<string, (send: Send, names: Subject['names']) => Promise<unknown>>> = {
  'no session': async () => undefined,
  'a session': start(),
  'a paused session': async (send, names) => {
    await start()(send, names);
    await send(pauseSession, { member: memberOf({ names }), at: at('06:45') });
  },
  [OTHER_DAY]: start('2026-10-02'),
};

function planOf(state: string, commands: readonly Command[], relays = 0): Plan {
  return {
    name: `${state}: ${commands.map(({ name, key }) => `${name} (${key})`).join(', ')}`,
    service: 'timetracking',
    async prepare(as, ids) {
      const actor = {
        kind: 'integration',
        institutionId: ids.newId(),
        integrationId: ids.newId(),
        createdBy: null,
      } as const;
      const send = as(actor);
      const member = ids.newId();
      const stored = await send(createLog, {
        member: memberOf({ names: { member } }),
        log: log('05:00', '06:00', state === OTHER_DAY ? '2026-10-01' : undefined),
      });
      const { id, revision } = present(stored.log, 'log');
      const names = { member, log: id, revision };
      await states[state]?.(send, names);
      return { actor, names };
    },
    commands,
    relays,
    // A punch that finds a session of another day closes it although it is refused: sent again, it finds none.
    isRepeatable: state !== OTHER_DAY,
  };
}

const patches = writes.filter(({ name }) => name.startsWith('PATCH'));
/** Each pair comes in every so many seeds. */
const pairs = writes.flatMap((one, index) => writes.slice(index).map((other) => [one, other]));

export const timeTracking: readonly Scenario[] = [
  {
    name: 'time-tracking',
    plan(random, seed) {
      const pair = pairs[seed % pairs.length] as typeof writes;
      const third = random.oneIn(3) ? [random.oneOf(writes)] : [];
      return planOf(random.oneOf(Object.keys(states)), withKeys([...pair, ...third]));
    },
  },
  {
    name: 'patches-of-a-log',
    plan: (random) => planOf('no session', someOf(random, 2 + random.below(3), patches)),
  },
  {
    name: 'replays-of-a-punch',
    plan: (random) => planOf(random.oneOf(['no session', 'a session', 'a paused session']), replaysOf(random, writes)),
  },
  { name: 'relays', plan: (random) => planOf('a session', someOf(random, 1 + random.below(2), writes), 2) },
];
