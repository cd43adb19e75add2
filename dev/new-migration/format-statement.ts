const KEYWORDS =
  /\b(?:add|alter|always|as|cascade|collate|constraint|column|create|default|drop|exists|generated|identity|if|key|not|null|primary|rename|set|table|to|type|using)\b/g;

/** A statement of the schema generator in the style of the migrations: keywords in capitals, a column a line, no quotes that are not needed. */
export function formatStatement(statement: string): string {
  const text = statement
    .replaceAll(/("[^"]*"|'[^']*')|[^"']+/g, (part, quoted?: string) => (quoted ? bare(quoted) : capitals(part)))
    .replaceAll(/(?<!NOT) NULL\b/g, '')
    .replaceAll(/\bADD (?=[a-z_"])/g, 'ADD COLUMN ')
    .replaceAll(/timestamp\((\d)\) with time zone/g, 'timestamptz($1)');
  const created = /^(CREATE TABLE \S+ \()(.*)\);$/.exec(text);
  if (created === null)
    return /, (?:ADD|DROP)/.test(text) ? text.replaceAll(/ (?=(?:ADD|DROP) COLUMN)/g, '\n  ') : text;
  const [, head = '', columns = ''] = created;
  return `${head}\n  ${columns.replaceAll(/, (?![^()]*\))/g, ',\n  ')}\n);`;
}

function capitals(part: string): string {
  return part.replaceAll(KEYWORDS, (keyword) => keyword.toUpperCase());
}

function bare(quoted: string): string {
  return /^"[a-z][a-z0-9_]*"$/.test(quoted) ? quoted.slice(1, -1) : quoted;
}
