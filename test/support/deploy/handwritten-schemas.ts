import { Ajv, type ValidateFunction } from 'ajv';

type Schema = Readonly<Record<string, unknown>>;

/** An object with these fields and no others; those whose name ends with `?` are optional. */
function fields(properties: Readonly<Record<string, Schema>>): Schema {
  const names = Object.keys(properties);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, own]) => [name.replace('?', ''), own])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

const text: Schema = { type: 'string', minLength: 1 };
const texts: Schema = { type: 'object', additionalProperties: text };
const list = (items: Schema): Schema => ({ type: 'array', items, minItems: 1 });
const oneOf = (...values: string[]): Schema => ({ enum: values });

const target = fields({ group: text, kind: text, name: text });
const address = fields({ type: oneOf('Exact', 'Distinct'), value: text });
const limit = fields({ requests: { type: 'integer' }, unit: oneOf('Second', 'Minute', 'Hour') });
const rule = fields({ clientSelectors: list(fields({ sourceCIDR: address })), limit });
const duration: Schema = { type: 'string', pattern: '^\\d+(ms|s|m|h)$' };

/** The fields that our manifests use of kinds without a schema in any npm package, by API version and kind. */
const SPECS: Readonly<Record<string, Schema>> = {
  'gateway.envoyproxy.io/v1alpha1 EnvoyProxy': fields({
    telemetry: fields({ accessLog: fields({ disable: { type: 'boolean' } }) }),
  }),
  'gateway.envoyproxy.io/v1alpha1 BackendTrafficPolicy': fields({
    targetRefs: list(target),
    requestBuffer: fields({ limit: { type: 'string', pattern: '^\\d+[KM]i$' } }),
    rateLimit: fields({ local: fields({ rules: list(rule) }) }),
  }),
  'gateway.envoyproxy.io/v1alpha1 ClientTrafficPolicy': fields({
    targetRefs: list(target),
    timeout: fields({ http: fields({ requestReceivedTimeout: duration }) }),
  }),
  'external-secrets.io/v1 ExternalSecret': fields({
    refreshInterval: duration,
    secretStoreRef: fields({ kind: oneOf('SecretStore', 'ClusterSecretStore'), name: text }),
    target: fields({ name: text, 'template?': fields({ 'type?': text, data: texts }) }),
    data: list(fields({ secretKey: text, remoteRef: fields({ key: text, 'property?': text }) })),
  }),
};

const ajv = new Ajv({ allErrors: true });
const validators = new Map(
  Object.entries(SPECS).map(([kind, spec]): [string, ValidateFunction] => [
    kind,
    ajv.compile(fields({ apiVersion: text, kind: text, metadata: { type: 'object', required: ['name'] }, spec })),
  ]),
);

/** The errors of an object of such a kind; undefined for other kinds. */
export function handwrittenFaultsOf(object: {
  readonly apiVersion: string;
  readonly kind: string;
}): string[] | undefined {
  const validate = validators.get(`${object.apiVersion} ${object.kind}`);
  if (!validate) return undefined;
  validate(object);
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, params.additionalProperty].filter(Boolean).join(' '),
  );
}
