const KEYWORDS =
  /\b(?:add|alter|always|as|by|cascade|check|collate|column|constraint|create|default|deferrable|deferred|delete|distinct|drop|exclude|exists|foreign|generated|identity|if|include|index|initially|key|not|null|nulls|of|on|partition|primary|range|references|rename|set|table|to|type|unique|using|where)\b/g;

/**
 * A statement of the schema generator in the style of the migrations: keywords in capitals, a column a line, no quotes
 * that are not needed.
 */
export function formatStatement(statement: string): string {
  // Conditions are the declaration's own text.
  const [, head = statement, condition = ''] = /^(.*? (?:check|exclude|where)) (.*)$/.exec(statement) ?? [];
  const text = head
    .replaceAll(/("[^"]*"|'[^']*')|[^"']+/g, (part, quoted?: string) => (quoted ? bare(quoted) : capitals(part)))
    .replaceAll(/(?<!NOT) NULL\b/g, '')
    .replaceAll(/\bADD (?=[a-z_"])/g, 'ADD COLUMN ')
    .replaceAll(/timestamp\((\d)\) with time zone/g, 'timestamptz($1)');
  if (condition !== '') return `${text} ${condition}`;
  const created = /^(CREATE TABLE \S+ \()(.*?)\)( PARTITION BY RANGE \(\w+\))?;$/.exec(text);
  if (created === null)
    return /, (?:ADD|DROP)/.test(text) ? text.replaceAll(/ (?=(?:ADD|DROP) COLUMN)/g, '\n  ') : text;
  const [, start = '', columns = '', end = ''] = created;
  return `${start}\n  ${columns.replaceAll(/, (?![^()]*\))/g, ',\n  ')}\n)${end};`;
}

function capitals(part: string): string {
  return part.replaceAll(KEYWORDS, (keyword) => keyword.toUpperCase());
}

function bare(quoted: string): string {
  return /^"[a-z][a-z0-9_]*"$/.test(quoted) ? quoted.slice(1, -1) : quoted;
}
