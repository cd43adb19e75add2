/** The names in a PromQL expression. Throws if the expression cannot be valid. */
export interface PromqlNames {
  readonly metrics: readonly string[];
  /** Label names in matchers and groupings, with the metrics of the whole expression. */
  readonly labels: readonly string[];
}

const TOKEN =
  /\s+|"(?:[^"\\]|\\.)*"|\$__rate_interval|\d+(?:\.\d+)?(?:ms|[smhdwy])?|[a-zA-Z_:][a-zA-Z0-9_:]*|=~|!~|!=|==|>=|<=|[-+*/%^<>=(){}[\],]/y;
const WORDS = new Set([
  'by',
  'without',
  'and',
  'or',
  'unless',
  'on',
  'ignoring',
  'bool',
  'group_left',
  'group_right',
  'offset',
]);
const FUNCTIONS = new Set(
  'absent sum min max avg count topk rate increase histogram_quantile min_over_time max_over_time'.split(' '),
);
const GROUPINGS = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right']);
const PAIRS = new Map([
  [')', '('],
  ['}', '{'],
  [']', '['],
]);

/** Parses an expression far enough to find a misspelt name, label, function or bracket. */
export function readPromql(expression: string): PromqlNames {
  const tokens = tokensOf(expression);
  const metrics = new Set<string>();
  const labels = new Set<string>();
  const open: { bracket: string; isGrouping: boolean }[] = [];
  tokens.forEach((token, index) => {
    const before = tokens[index - 1] ?? '';
    const after = tokens[index + 1] ?? '';
    const inside = open.at(-1);
    if ('({['.includes(token)) {
      open.push({ bracket: token, isGrouping: token === '(' && GROUPINGS.has(before) });
      if (after === ']' || after === ',') throw new Error(`nothing behind ${token}`);
    } else if (PAIRS.has(token)) {
      if (open.pop()?.bracket !== PAIRS.get(token)) throw new Error(`${token} closes nothing`);
    } else if (inside?.bracket === '[') {
      if (!/^(\d+[smhdwy]|\$__rate_interval)$/.test(token)) throw new Error(`${token} is no duration`);
    } else if (/^[a-zA-Z_:]/.test(token)) {
      if (inside?.isGrouping) labels.add(token);
      else if (inside?.bracket === '{') {
        if (!['=', '!=', '=~', '!~'].includes(after)) throw new Error(`no matcher of ${token}`);
        labels.add(token);
      } else if (after === '(' || (after !== '' && FUNCTIONS.has(token))) {
        if (!FUNCTIONS.has(token) && !WORDS.has(token)) throw new Error(`${token} is no function`);
      } else if (!WORDS.has(token)) metrics.add(token);
    } else if (inside?.bracket === '{' && token.startsWith('"') && !['=', '!=', '=~', '!~'].includes(before)) {
      throw new Error(`${token} matches nothing`);
    }
  });
  if (open.length > 0) throw new Error(`${open.at(-1)?.bracket} is not closed`);
  if (metrics.size === 0) throw new Error('names no metric');
  return { metrics: [...metrics], labels: [...labels] };
}

function tokensOf(expression: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < expression.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(expression);
    if (!match) throw new Error(`what is ${expression.slice(at, at + 20)}?`);
    if (match[0].trim() !== '') tokens.push(match[0]);
  }
  return tokens;
}
