import type { RuleSet } from './rule-set.ts';

/**
 * Arbeitszeitgesetz. § 3 also allows to balance within six calendar months: that is not judged. § 16 Abs. 2 asks for
 * records of what exceeds eight hours, which the time records are: nothing is to be found.
 */
export const deArbzg: RuleSet = {
  name: 'de-arbzg',
  figures: [
    {
      from: '1994-07-01',
      breaks: {
        ...arbzg(4, '§ 4 Satz 1 ArbZG'),
        needs: [
          { over: 360, least: 30, eachLeast: 15 },
          { over: 540, least: 45, eachLeast: 15 },
        ],
      },
      stretch: { ...arbzg(4, '§ 4 Satz 3 ArbZG'), most: 360, eachLeast: 15 },
      rest: { ...arbzg(5, '§ 5 Abs. 1 ArbZG'), least: 660 },
      day: { ...arbzg(3, '§ 3 Satz 2 ArbZG'), most: 600 },
      average: { ...arbzg(3, '§ 3 Satz 2 ArbZG'), weeks: 24, most: 2_880 },
      sunday: arbzg(9, '§ 9 Abs. 1 ArbZG'),
      holiday: arbzg(9, '§ 9 Abs. 1 ArbZG'),
    },
  ],
};

function arbzg(section: number, paragraph: string) {
  return {
    paragraph,
    source: `https://www.gesetze-im-internet.de/arbzg/__${section}.html`,
    lookedAt: '2026-11-29',
  };
}
