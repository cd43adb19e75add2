import type { Names } from './names.ts';

/**
 * The files of webhook endpoints, which have every operation, from which the files of another resource are made. Where
 * they differ too much, `templates.ts` has a text.
 */
export function copiesOf({ service, kebab, kebabs, snake }: Names): readonly (readonly [from: string, to: string])[] {
  const files = (folder: string, to: string, paths: string) =>
    paths
      .split(' ')
      .map((path) => [`${folder}/${path}.ts`, `${to}/${path.replace(/(webhook-)?endpoint/, kebab)}.ts`] as const);
  return [
    ['proto/lyceum/webhooks/v1/endpoint.proto', `proto/lyceum/${service}/v1/${snake}.proto`],
    ...files('services/webhooks/rpc', `services/${service}/rpc`, 'endpoints'),
    ...files('services/webhooks/store', `services/${service}/store`, 'endpoints'),
    ...files('gateway/routes/webhook-endpoints', `gateway/routes/${kebabs}`, 'list get create update delete'),
    ...files('gateway/routes/webhook-endpoints', `gateway/routes/${kebabs}`, 'webhook-endpoint-view'),
    ...files('test/gateway/webhook-endpoints', `test/gateway/${kebabs}`, 'get.test list.test delete.test'),
  ];
}

/** A file of webhook endpoints rewritten for another resource, which has a name and no rules. */
export function copied(text: string, { service, Name, name, kebab, kebabs, snake, words, CODE, title }: Names): string {
  const kept: string[] = [];
  const article = /^[aeiou]/.test(words) ? 'an' : 'a';
  const own = GONE.reduce((next, gone) => next.replaceAll(gone, ''), text);
  return CHANGED.reduce((next, [from, to]) => next.replaceAll(from, to), own)
    .replaceAll(/\b(?:read|write|list)Endpoint\b|\.\.\/endpoint\/\w+/g, (each) => `<${kept.push(each) - 1}>`)
    .replaceAll(/\ban? (?=(webhook )?endpoint)/g, `${article} `)
    .replaceAll(/(?<=(\/\/|\*|summary:|it\(').*)(?<![-/\w])(webhook )?endpoint(?=\b|s\b)(?!s?\/)/g, words)
    .replaceAll(/(?<=lyceum[./])webhooks|(?<=')webhooks(?=')/g, service)
    .replaceAll("'Webhooks'", `'${title}'`)
    .replaceAll('test-webhooks', `test-${kebabs}`)
    .replaceAll(/webhook-endpoint|(?<=\/)endpoint(?=s?\.ts)/g, kebab)
    .replaceAll(/endpoint(?=_pb)|(?<=Endpoint )endpoint(?=s? = )/g, snake)
    .replaceAll(/webhookEndpoint|endpoint/g, name)
    .replaceAll(/WebhookEndpoint|Endpoint/g, Name)
    .replaceAll('ENDPOINT', CODE)
    .replaceAll(/<(\d+)>/g, (_, at) => kept[at] ?? '');
}

/** Parts that only webhook endpoints have: secrets, health, queues, counts, and being no part of the specification. */
const GONE = String.raw`
^ {2}// (Gives an endpoint a new secret|Returns how each)[\s\S]*?\n {2}}\n
\n// Identifies the endpoint\.\nmessage Rotate[\s\S]*
^.*(callers\)|ACCESS_ADMINISTRATOR| {2}// whsec_|debug_redact).*\n
 with its own secret(?=\.)| and its secrets| without its secrets|: addresses that.*request| Refusals: REQUEST_INV.*
\bendpointCounts, |, rules: guard|, runtime(?= })|, secret(?= })| The database.*first\.|; its pending.*later|\. Pending[\s\S]*?feed
^const EMPTY_QUEUE[\s\S]*?^};\n|\n^const COUNT[\s\S]*|^ {4}if \(next\.isEnabled[\s\S]*?^ {4}}\n
\n/\*\* (POST /webhook-endpoints/\{id\}/rotate|How the endpoints)[\s\S]*?\n}\)?\);\n|checkRevision, 
^.*(webhooksConfig|[sS]igningSecret|insertSecret|-secrets|-queues|-health|deleted-endpoints|core/instant|INSERT_DELETED).*\n
^.*(QUEUE,? |hostname|\(COUNT|type Owner|^ {2}(integer|sqlStatement|uuid),|[*] The (constraint|institution that)).*\n
^ {2}(isExtension: true|hasDryRun: false|errors: \[409\]),\n|^ {2}description: 'Only this response.*\n
 .null. clears .description.\.|, HOOK_URL|^// The secret.*\n|\n/\*\* The same with a new secret[\s\S]*
^import .*present.ts';\n(?=import type { Endpoint)`
  .split('\n')
  .slice(1)
  .map((gone) => new RegExp(gone, 'gm'));

const CHANGED: readonly (readonly [RegExp, string])[] = [
  [/(?<=behavior\.proto";\n)/g, 'import "lyceum/common/v1/format.proto";\n'],
  [
    /^ {2}\/\/ The address[\s\S]*?(?= {2}\/\/ RFC)/gm,
    `  // For display.
  string name = 2 [
    (buf.validate.field).string = {
      min_len: 1
      max_len: 255
    },
    (lyceum.common.v1.behavior) = FIELD_BEHAVIOR_REQUIRED,
    (lyceum.common.v1.format) = TEXT_FORMAT_NOT_BLANK
  ];
`,
  ],
  [/\bOwner\b/g, 'TenantActor'],
  [
    /(?<=json-resource\.ts';\n)(?=import \{ EndpointS)/g,
    "import { present } from '../../../platform/core/present.ts';\n",
  ],
  [/WebhookEndpointWithSecret/g, 'WebhookEndpoint'],
  [/import \{ withSecret \}/g, 'import { webhookEndpointView }'],
  [
    /return \{ \.\.\.withSecret\(message\), metadata \};/g,
    `const created = present(message.endpoint, 'endpoint');
    return { data: webhookEndpointView(created), revision: created.revision, metadata };`,
  ],
  [/\{ \.\.\.webhookEndpointExample, secret.*\}/g, 'webhookEndpointExample'],
  [/\{ isEnabled: true, \.\.\.body \}/g, 'body'],
  [/\{ url: .*?\}|\{ isEnabled: true \}/g, "{ name: 'Name' }"],
  [/'url', .*'disabledReason'/g, "'name'"],
];
