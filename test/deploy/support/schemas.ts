import { createRequire } from 'node:module';
import { projectRoot } from '../../support/program.ts';
import type { KubernetesObject } from './kubernetes.ts';
import { unknownFields } from './unknown-fields.ts';

const require = createRequire(import.meta.url);

/** A generated validator; what it found last is its own property. */
interface Validator {
  (object: object): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

/** Objects of operators whose schemas no package of the project has. */
const WITHOUT_SCHEMA =
  /^(cert-manager\.io|barmancloud\.cnpg\.io|monitoring\.coreos\.com)\/|^postgresql\.cnpg\.io\/v1 Database$/;
/** Newer than the schemas: CloudNativePG 1.25, 1.26 and 1.28. */
const NEWER_FIELDS = /^spec\.(plugins\[\d+\]\.isWALArchiver|postgresql\.synchronous\.(dataDurability|failoverQuorum))$/;

/** Whether there is a schema to compare an object with. */
export function hasSchema({ apiVersion, kind }: KubernetesObject): boolean {
  return !WITHOUT_SCHEMA.test(`${apiVersion} ${kind}`);
}

/** What is wrong with an object, by the schemas of Kubernetes, its Gateway API and CloudNativePG: missing fields, wrong types, and names that are none. */
export function faultsOf(object: KubernetesObject): string[] {
  const { validate } = require(schemaOf(object)) as { readonly validate: Validator };
  const faults: string[] = [];
  const unknown = unknownFields(object, (observed) => {
    if (!validate(observed))
      faults.push(...(validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`));
  });
  return [...faults, ...unknown.filter((field) => !NEWER_FIELDS.test(field)).map((field) => `unknown: ${field}`)];
}

/**
 * The file of a kind's validator. The models that the packages offer in front of it copy what they are given, and so look at every name, known or
 * not.
 */
function schemaOf({ apiVersion, kind }: KubernetesObject): string {
  const [version = '', group = 'core'] = apiVersion.split('/').reverse();
  if (group === 'postgresql.cnpg.io')
    return `${PACKAGES}@kubernetes-models/cloudnative-pg/_schemas/PostgresqlCnpgIo${capital(version)}${kind}.js`;
  if (group === 'gateway.networking.k8s.io')
    return `${PACKAGES}@kubernetes-models/gateway-api/_schemas/IoK8sSigsGatewayApiApis${capital(version)}${kind}.js`;
  return `${PACKAGES}kubernetes-models/_schemas/IoK8sApi${capital(group.split('.')[0] ?? '')}${capital(version)}${kind}.js`;
}

const PACKAGES = `${projectRoot}node_modules/`;

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
