/** A rule of a statute. Minutes are whole ones. */
interface Rule {
  /** As findings cite it: `§ 4 Satz 1 ArbZG`. */
  readonly paragraph: string;
  /** Where the text stands. */
  readonly source: string;
  /** The date on which the figures were last compared with the text. */
  readonly lookedAt: string;
}

/** The breaks that more than some net work in a working day needs. */
export interface BreakNeed {
  /** Minutes of work beyond which it applies. */
  readonly over: number;
  /** The minutes that its breaks come to. */
  readonly least: number;
  /** Shorter breaks do not count. */
  readonly eachLeast: number;
}

/** What a statute allows. A rule that it does not have is null. */
export interface Figures {
  /** The first day that they judge, as a date. */
  readonly from: string;
  /** The last need that is exceeded applies; by `over`. */
  readonly breaks: Rule & { readonly needs: readonly BreakNeed[] };
  /** The most net work between two breaks, of which shorter ones do not count. */
  readonly stretch: (Rule & { readonly most: number; readonly eachLeast: number }) | null;
  /** The least time between two working days. From `noticeFrom` on, less may be allowed. */
  readonly rest: Rule & { readonly least: number; readonly noticeFrom?: number };
  /** The most net work in a working day, or the most time from its first to its last minute of work. */
  readonly day: (Rule & { readonly most: number; readonly isSpan?: true }) | null;
  /** The most net work in a week, on the average of some weeks. */
  readonly average: (Rule & { readonly weeks: number; readonly most: number }) | null;
  readonly sunday: DayOfRest | null;
  readonly holiday: DayOfRest | null;
}

/** A day without work: it begins and ends this many minutes before the local day. */
export type DayOfRest = Rule & { readonly earlier?: number };

/** The rules of one statute. */
export interface RuleSet {
  readonly name: string;
  /** By `from`, at least one; the first also judges the days before it. */
  readonly figures: readonly [Figures, ...Figures[]];
}

/** The figures that hold on a local day. */
export function figuresOn({ figures }: RuleSet, date: string): Figures {
  return figures.findLast(({ from }) => from <= date) ?? figures[0];
}
