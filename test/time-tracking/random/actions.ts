import fc from 'fast-check';
import { calendarWindows } from './calendar-windows.ts';
import { lengths, type Moment, moments } from './moments.ts';

/**
 * Something that a client or an operator does. What it refers to is told by numbers that any state has an answer for.
 */
export type Action =
  | { readonly kind: PunchKind; readonly moment: Moment | null; readonly spelling: number }
  | { readonly kind: 'create'; readonly draft: RandomDraft; readonly spelling: number }
  | { readonly kind: 'bulk'; readonly drafts: readonly RandomDraft[]; readonly spelling: number }
  | { readonly kind: 'update'; readonly log: number; readonly change: RandomChange; readonly spelling: number }
  | { readonly kind: 'zone'; readonly zone: string | null }
  | { readonly kind: 'replay'; readonly request: number };

export type PunchKind = 'start' | 'pause' | 'resume' | 'stop' | 'timestamp';

export interface RandomDraft {
  readonly start: Moment;
  readonly lengthMs: number;
  /** In hundredths of the log. */
  readonly pauses?: readonly { readonly from: number; readonly length: number }[];
  readonly note?: string;
}

/** What is absent stays; shifts are of the log's own start and end. */
export interface RandomChange {
  readonly startShiftMs?: number;
  readonly endShiftMs?: number;
  readonly pauses?: readonly { readonly from: number; readonly length: number }[];
  readonly note?: string | null;
}

const spelling = fc.nat(1000);

const punches = (kind: PunchKind): fc.Arbitrary<Action> =>
  fc.record({
    kind: fc.constant(kind),
    // Without `at` the punch is now, which is far behind most windows.
    moment: fc.option(moments, { nil: null, freq: 40 }),
    spelling,
  });

/** Mostly in good order; the others are for the rules to find. */
const pauses = fc.oneof(
  { weight: 4, arbitrary: fc.constant([{ from: 20, length: 30 }]) },
  {
    weight: 2,
    arbitrary: fc.constant([
      { from: 0, length: 50 },
      { from: 50, length: 50 },
    ]),
  },
  {
    weight: 2,
    arbitrary: fc.array(
      fc.record({ from: fc.integer({ min: -5, max: 105 }), length: fc.integer({ min: 0, max: 40 }) }),
      {
        maxLength: 3,
      },
    ),
  },
);
const notes = fc.constantFrom('', 'x', 'Überstunden 🕰');

const drafts: fc.Arbitrary<RandomDraft> = fc.record(
  { start: moments, lengthMs: lengths, pauses, note: notes },
  { requiredKeys: ['start', 'lengthMs'] },
);

const shifts = fc.oneof(
  fc.constantFrom(0, 1, -1),
  fc.integer({ min: -10_000_000, max: 10_000_000 }),
  fc.integer({ min: -1e9, max: 1e9 }),
);

/** A step of every kind, as often as its weight says. */
export const actions: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: punches('start') },
  { weight: 6, arbitrary: punches('pause') },
  { weight: 6, arbitrary: punches('resume') },
  { weight: 4, arbitrary: punches('stop') },
  { weight: 2, arbitrary: punches('timestamp') },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create' as const), draft: drafts, spelling }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('bulk' as const),
      drafts: fc.array(drafts, { minLength: 1, maxLength: 5 }),
      spelling,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      log: fc.nat(20),
      change: fc.record(
        { startShiftMs: shifts, endShiftMs: shifts, pauses, note: fc.option(notes) },
        { requiredKeys: [] },
      ),
      spelling,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('zone' as const),
      zone: fc.constantFrom(...calendarWindows.map(({ zone }) => zone)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replay' as const), request: fc.nat(50) }) },
);
