/** A word that we no longer use, because the field has a standard term for it. */
export interface ReplacedTerm {
  /** In lower case. A phrase has spaces between its words. */
  readonly words: readonly string[];
  /** The term to use instead; docs/glossary.md has them all. */
  readonly use: string;
  /** `names` excludes prose, where the word is plain English. By default the word is forbidden everywhere. */
  readonly in?: 'names';
  /** Texts that keep the word: idioms, and names that are stored, on the wire or still accepted. A global expression. */
  readonly stays?: RegExp;
  /** Two lines of TypeScript: the rule finds the word in the first one, and lets the second one pass. */
  readonly finds: string;
  readonly passes: string;
}

/** Words to use nowhere in the project. To forbid another one, add it here: the tests read this list. */
export const REPLACED_TERMS: readonly ReplacedTerm[] = [
  {
    words: ['flight', 'flights'],
    use: 'batch or pipeline',
    stays: /(in|pre|single)[\s*/_-]*flights?/gi,
    finds: 'const flight = 1;',
    passes: 'const requestsInFlight = 1; // calls in flight, KEY_IN_FLIGHT, a preflight',
  },
  {
    words: ['passenger', 'passengers'],
    use: 'query',
    finds: '// the passengers of a batch',
    passes: 'const query = 1;',
  },
  {
    words: ['departure', 'departures'],
    use: 'what happens: the batch is sent',
    finds: 'const noteDeparture = 1;',
    passes: 'const departments = 1;',
  },
  { words: ['lane', 'lanes'], use: 'queue', finds: 'const byLane = 1;', passes: '// airplanes' },
  {
    words: ['surroundings'],
    use: 'references, reference data, context or options',
    // A message and its field in a contract.
    stays: /AppointmentSurroundings|\bsurroundings(?=:| = 2|\?\.| \} = await)|\.surroundings\b|'surroundings'/g,
    finds: 'const surroundings = 1;',
    passes: 'const { surroundings } = await call(); // AppointmentSurroundings',
  },
  {
    words: ['patience'],
    use: 'timeout',
    // The former name of a variable, which is still read.
    stays: /RATE_LIMIT_PATIENCE_MS/g,
    finds: 'const patienceMs = 1;',
    passes: "const formerName = 'RATE_LIMIT_PATIENCE_MS'; // patients",
  },
  {
    words: ['parked', 'park', 'parks'],
    use: 'dead letter',
    // A table with its columns and statements, and the former name of a command, which still works.
    stays: /parked_\w*|\bparkedAt\b|'park_behind'|alias\('parked'\)|events\('parked'|lyceum events parked/g,
    finds: 'const parkedEvents = 1;',
    passes: "const table = 'parked_events'; const at = row.parkedAt;",
  },
  {
    words: ['nudge', 'nudges', 'nudged'],
    use: 'wake',
    in: 'names',
    finds: 'const nudge = 1;',
    passes: '// a nudge',
  },
  {
    words: ['told', 'tells', 'telling'],
    use: 'published (events), notified (callbacks), logged or returned',
    in: 'names',
    finds: 'const toldEvents = 1;',
    passes: '// what the log tells you',
  },
  {
    words: ['hear', 'hears', 'heard', 'unheard', 'ear'],
    use: 'received, observed, subscribed or listener',
    in: 'names',
    finds: 'const heardEvents = 1;',
    passes: 'const clearYear = 1; // as we heard',
  },
  {
    words: ['said', 'says'],
    use: 'stated, reported, logged, printed or returned',
    in: 'names',
    finds: 'const saidTo = 1;',
    passes: '// what the contract says',
  },
  {
    words: ['facts'],
    use: 'metadata (requests, replies), extensions (problems) or attributes (schema)',
    // A field of a contract.
    stays: /facts_?json/gi,
    finds: 'interface Facts {}',
    passes: 'const { factsJson } = refusal; // facts_json, in fact',
  },
  {
    words: ['spell', 'spells'],
    use: 'attack period',
    in: 'names',
    finds: 'const spellMs = 1;',
    passes: '// as the API spells them',
  },
  {
    words: ['strike', 'strikes', 'struck'],
    use: 'fault, inject a fault',
    finds: 'const strikes = 1;',
    passes: '// strict',
  },
  {
    words: ['workbench'],
    use: 'test scope or fixture',
    finds: 'class Workbench {}',
    passes: '// bench works',
  },
  { words: ['mishap', 'mishaps'], use: 'incident', finds: '// before the mishap', passes: '// before the incident' },
  { words: ['mend', 'mends', 'mended'], use: 'fix', finds: '// mend the cause', passes: '// amend, recommended' },
  {
    words: ['law', 'laws'],
    use: 'rule',
    stays: /labour law|\blaw-\d+/gi,
    finds: '// the law of migrations',
    passes: '// Labour Law, LAW-201, lawful',
  },
  { words: ['greedy'], use: 'over its limit', finds: 'const greedyClient = 1;', passes: '// degree' },
  { words: ['in vain'], use: 'even if it fails', finds: '// once, be it in\n// vain', passes: '// in various ways' },
  {
    words: ['whosoever', 'whomsoever', 'whomever', 'whoever'],
    use: 'the caller, the client or any',
    finds: '// of whomever',
    passes: '// who has ever called',
  },
  { words: ['whyever'], use: 'for whatever reason', finds: '// has ended, whyever', passes: '// why it ever ended' },
  { words: ['himself'], use: 'itself', finds: '// holds up himself', passes: '// holds up itself' },
  { words: ['bears'], use: 'has', finds: '// bears the name', passes: '// bearer, bearing' },
];
