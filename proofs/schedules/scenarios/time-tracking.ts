import type { Call } from '../../../platform/calls/caller.ts';
import { present } from '../../../platform/core/present.ts';
import { LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { TimeRecordSchema } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { changeMaker } from '../../../test/support/resource-change.ts';
import {
  type Command,
  commandsOf,
  match,
  type Plan,
  replaysOf,
  type Scenario,
  type Subject,
  someOf,
  subjectOf,
  withKeys,
} from '../scenario.ts';

const { startSession, pauseSession, resumeSession, stopSession, addTimestamp } = SessionService.method;
const { createLog, bulkCreateLogs, updateLog } = LogService.method;

const at = (time: string, date = '2026-10-05') => `${date}T${time}:00.000Z`;
const log = (start: string, end: string, date?: string) => ({ startTime: at(start, date), endTime: at(end, date) });
const of = ({ id }: Subject) => ({ member: { identity: { case: 'userId' as const, value: id('member') } } });

const logChange = changeMaker('log', TimeRecordSchema);
const patch =
  (fields: Parameters<typeof logChange>[0], isConditional: boolean): Command['send'] =>
  (call, subject) =>
    call(updateLog, { ...of(subject), id: subject.id('log'), ...match(subject, isConditional), ...logChange(fields) });

const patches = commandsOf({
  PATCH: patch({ endTime: at('06:20') }, true),
  'PATCH of all': patch({ note: 'seen', endTime: at('06:10') }, false),
});

/** All writes of time tracking, and two that meet another branch. */
const writes = [
  ...commandsOf({
    start: (call, subject) => call(startSession, { ...of(subject), at: at('07:00') }),
    'start earlier': (call, subject) => call(startSession, { ...of(subject), at: at('05:30') }),
    pause: (call, subject) => call(pauseSession, { ...of(subject), at: at('07:10') }),
    resume: (call, subject) => call(resumeSession, { ...of(subject), at: at('07:20') }),
    stop: (call, subject) => call(stopSession, { ...of(subject), at: at('07:30') }),
    timestamp: (call, subject) => call(addTimestamp, { ...of(subject), at: at('07:15'), label: 'Lunch' }),
    log: (call, subject) => call(createLog, { ...of(subject), log: log('06:30', '07:25') }),
    bulk: (call, subject) =>
      call(bulkCreateLogs, {
        items: [log('06:05', '06:25'), log('07:02', '07:08')].map((value) => ({
          ...of(subject),
          content: { case: 'log' as const, value },
        })),
      }),
  }),
  ...patches,
];

const OTHER_DAY = 'a session of another day';
const start = (date?: string) => (call: Call, subject: Subject) =>
  call(startSession, { ...of(subject), at: at('06:30', date) });
/** What a member has before, beside a log. */
const states: Readonly<Record<string, (call: Call, subject: Subject) => Promise<unknown>>> = {
  'no session': async () => undefined,
  'a session': start(),
  'a paused session': async (call, subject) => {
    await start()(call, subject);
    await call(pauseSession, { ...of(subject), at: at('06:45') });
  },
  [OTHER_DAY]: start('2026-10-02'),
};

function planOf(state: string, commands: readonly Command[], relays = 0): Plan {
  return {
    service: 'timetracking',
    state,
    async prepare(as, newId) {
      const texts: Record<string, string> = { member: newId() };
      const subject = subjectOf(newId(), newId, texts);
      const call = as(subject.actor);
      const date = state === OTHER_DAY ? '2026-10-01' : undefined;
      const stored = await call(createLog, { ...of(subject), log: log('05:00', '06:00', date) });
      const { id, revision } = present(stored.log, 'log');
      Object.assign(texts, { log: id, revision });
      await states[state]?.(call, subject);
      return subject;
    },
    commands,
    relays,
    // A punch that finds a session of another day closes it although it is refused: sent again, it finds none.
    isRepeatable: state !== OTHER_DAY,
  };
}

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
