import { createRequire } from 'node:module';
import { projectRoot } from '../process/program.ts';
import { handwrittenFaultsOf } from './handwritten-schemas.ts';
import type { KubernetesObject } from './kubernetes.ts';
import { unknownFields } from './unknown-fields.ts';

const require = createRequire(import.meta.url);

/** A generated validator; its last findings are in a property. */
interface Validator {
  (object: object): boolean;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

/** The one kind without a schema here: the Barman Cloud plug-in's. */
const WITHOUT_SCHEMA = /^barmancloud\.cnpg\.io\//;

/** Whether there is a schema for an object. */
export function hasSchema({ apiVersion, kind }: KubernetesObject): boolean {
  return !WITHOUT_SCHEMA.test(`${apiVersion} ${kind}`);
}

/**
 * The errors of an object according to the schemas of Kubernetes, its Gateway API, CloudNativePG, cert-manager and
 * Prometheus' operator, or to ours of Envoy Gateway and External Secrets: missing fields, wrong types, unknown names.
 */
export function faultsOf(object: KubernetesObject): string[] {
  const handwritten = handwrittenFaultsOf(object);
  if (handwritten) return handwritten;
  const { validate } = require(schemaOf(object)) as { readonly validate: Validator };
  const faults: string[] = [];
  const unknown = unknownFields(object, (observed) => {
    if (!validate(observed))
      faults.push(...(validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`));
  });
  return [...faults, ...unknown.map((field) => `unknown: ${field}`)];
}

/**
 * The file of a kind's validator. The models the packages export in front of it copy their input, and so read every
 * name, known or not.
 */
function schemaOf({ apiVersion, kind }: KubernetesObject): string {
  const [version = '', group = 'core'] = apiVersion.split('/').reverse();
  const prefix = OPERATORS[group] ?? `kubernetes-models/_schemas/IoK8sApi${capital(group.split('.')[0] ?? '')}`;
  return `${PACKAGES}${prefix}${capital(version)}${kind}.js`;
}

/** The packages for objects outside Kubernetes itself, and the prefixes of their schema names. */
const OPERATORS: Readonly<Record<string, string>> = {
  'cert-manager.io': '@kubernetes-models/cert-manager/_schemas/ComGithubCertManagerCertManagerPkgApisCertmanager',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api/_schemas/IoK8sSigsGatewayApiApis',
  'monitoring.coreos.com':
    '@kubernetes-models/prometheus-operator/_schemas/ComGithubPrometheusOperatorPrometheusOperatorPkgApisMonitoring',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg/_schemas/ComGithubCloudnativePgCloudnativePgApi',
};

const PACKAGES = `${projectRoot}node_modules/`;

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
