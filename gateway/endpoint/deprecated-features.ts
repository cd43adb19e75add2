import type { FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import { isObject, type ReceivedBody } from '../http/received-body.ts';
import type { DeprecatedFeature } from '../http/route-templates.ts';
import type { Deprecation } from '../schema/deprecation.ts';
import { checkNotice } from './deprecation.ts';
import type { Endpoint } from './endpoint.ts';
import { queryOf } from './query-of.ts';

/**
 * What is deprecated of an operation: itself, its query parameters, the properties of its body, and those of what it
 * shows, which a request uses for certain if its `fields` name them.
 * @throws RangeError when one ends too early
 */
export function deprecatedFeaturesOf(endpoint: Endpoint): readonly DeprecatedFeature[] {
  const name = `${endpoint.method} ${endpoint.path}`;
  const { kind, deprecation } = endpoint;
  const shown = kind === 'list' ? endpoint.item : kind === 'document' ? null : endpoint.data;
  const features: DeprecatedFeature[] = [
    ...(deprecation ? [{ ...deprecation, feature: name, isUsedBy: () => true }] : []),
    ...declaredIn(queryOf(endpoint)).map(([own, each]) => ({
      ...{ ...each, feature: `${name}?${own}` },
      isUsedBy: ({ query }: Pick<FastifyRequest, 'query'>) => Object.hasOwn(query as object, own),
    })),
    ...declaredIn(kind === 'write' ? endpoint.body : null).map(([own, each]) => ({
      ...{ ...each, feature: `${name} ${own}` },
      isUsedBy({ body }: Pick<FastifyRequest, 'body'>) {
        const sent = (body as ReceivedBody | undefined)?.value;
        return isObject(sent) && Object.hasOwn(sent, own);
      },
    })),
    ...declaredIn(shown).map(([own, each]) => ({
      ...{ ...each, feature: `${name}?fields=${own}` },
      isUsedBy: ({ query }: Pick<FastifyRequest, 'query'>) =>
        [(query as { readonly fields?: string | string[] }).fields ?? []].flat().join().split(',').includes(own),
    })),
  ];
  features.forEach(checkNotice);
  return features;
}

/** The deprecated properties of a schema, by name. */
function declaredIn(schema: TObject | null | undefined): (readonly [name: string, Deprecation])[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, property]) => {
    const { 'x-deprecation': deprecation } = property as { readonly 'x-deprecation'?: Deprecation };
    return deprecation ? [[name, deprecation] as const] : [];
  });
}
