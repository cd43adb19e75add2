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

/** The one kind whose schema no package of npm has: the Barman Cloud plug-in's. */
const WITHOUT_SCHEMA = /^barmancloud\.cnpg\.io\//;

/** Whether there is a schema to compare an object with. */
export function hasSchema({ apiVersion, kind }: KubernetesObject): boolean {
  return !WITHOUT_SCHEMA.test(`${apiVersion} ${kind}`);
}

/** What is wrong with an object, by the schemas of Kubernetes, its Gateway API, CloudNativePG, cert-manager and Prometheus' operator: missing fields, wrong types, and names that are none. */
export function faultsOf(object: KubernetesObject): string[] {
  const { validate } = require(schemaOf(object)) as { readonly validate: Validator };
  const faults: string[] = [];
  const unknown = unknownFields(object, (observed) => {
    if (!validate(observed))
      faults.push(...(validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`));
  });
  return [...faults, ...unknown.map((field) => `unknown: ${field}`)];
}

/**
 * The file of a kind's validator. The models that the packages offer in front of it copy what they are given, and so look at every name, known or
 * not.
 */
function schemaOf({ apiVersion, kind }: KubernetesObject): string {
  const [version = '', group = 'core'] = apiVersion.split('/').reverse();
  const prefix = OPERATORS[group] ?? `kubernetes-models/_schemas/IoK8sApi${capital(group.split('.')[0] ?? '')}`;
  return `${PACKAGES}${prefix}${capital(version)}${kind}.js`;
}

/** The packages of what is no part of Kubernetes itself, and how the names of their schemas begin. */
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
