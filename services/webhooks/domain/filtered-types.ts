import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { areAllFeedTypes, isFeedType, typesOfResource } from './event-types.ts';

interface TypeFilters {
  readonly types: readonly string[];
  readonly resourceType?: string | undefined;
}

/** The types that pass both filters, each once; undefined for all. @param pointer to the field of the types */
export function filteredTypes(
  { types, resourceType }: TypeFilters,
  pointer: '/types' | '/type',
): readonly string[] | undefined {
  const unknown = types.find((type) => !isFeedType(type));
  if (unknown !== undefined) refuseField(pointer, 'invalid_value', `has the unknown or empty type "${unknown}"`);
  const named = new Set(types);
  if (resourceType === undefined) return named.size === 0 || areAllFeedTypes(named) ? undefined : [...named];
  const ofResource =
    typesOfResource(resourceType) ?? refuseField('/resourceType', 'invalid_value', 'must be a resource type');
  return named.size > 0 ? ofResource.filter((type) => named.has(type)) : ofResource;
}
