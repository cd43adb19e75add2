import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { areaRefusal, type Grant } from '../../../platform/core/grant.ts';
import { areAllFeedTypes, isFeedType, typesGranted, typesOfResource } from './event-types.ts';
import { areaBeyond } from './granted.ts';

interface TypeFilters {
  readonly types: readonly string[];
  readonly resourceType?: string | undefined;
}

/**
 * The types that pass both filters, each once; undefined for all. Refuses a filter that names what a limit leaves out;
 * without one, the types of the limit pass.
 * @param pointer to the field of the types
 */
export function filteredTypes(
  { types, resourceType }: TypeFilters,
  pointer: '/types' | '/type',
  limit: Grant | null = null,
): readonly string[] | undefined {
  const passing = typesThat({ types, resourceType }, pointer);
  const beyond = areaBeyond(limit, [...types, ...(resourceType === undefined ? [] : (passing ?? []))]);
  if (beyond !== undefined) throw areaRefusal(beyond);
  return passing ?? (limit ? typesGranted(limit) : undefined);
}

function typesThat({ types, resourceType }: TypeFilters, pointer: '/types' | '/type'): readonly string[] | undefined {
  const unknown = types.find((type) => !isFeedType(type));
  if (unknown !== undefined) refuseField(pointer, 'invalid_value', `has the unknown or empty type "${unknown}"`);
  const named = new Set(types);
  if (resourceType === undefined) return named.size === 0 || areAllFeedTypes(named) ? undefined : [...named];
  const ofResource =
    typesOfResource(resourceType) ?? refuseField('/resourceType', 'invalid_value', 'must be a resource type');
  return named.size > 0 ? ofResource.filter((type) => named.has(type)) : ofResource;
}
