import type { RuleSet } from './rule-set.ts';

/**
 * The directive, for institutions whose statute is not among the others. It leaves the length of a break to the member
 * states: a minute is one. Its four months are 17 weeks.
 */
export const eu200388: RuleSet = {
  name: 'eu-2003-88',
  figures: [
    {
      from: '2004-08-02',
      breaks: { ...directive('Art. 4 2003/88/EC'), needs: [{ over: 360, least: 1, eachLeast: 1 }] },
      stretch: null,
      rest: { ...directive('Art. 3 2003/88/EC'), least: 660 },
      day: null,
      average: { ...directive('Art. 6 and 16 2003/88/EC'), weeks: 17, most: 2_880 },
      sunday: null,
      holiday: null,
    },
  ],
};

function directive(paragraph: string) {
  return { paragraph, source: 'https://eur-lex.europa.eu/eli/dir/2003/88/oj', lookedAt: '2026-11-29' };
}
