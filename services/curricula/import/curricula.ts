import { Type } from 'typebox';
import { amount, flag, int32, optional, refTo, text } from '../../../platform/data/import/fields.ts';
import { type Indexed, kind } from '../../../platform/data/import/kind.ts';
import { POSITION_AT_MOST } from '../domain/pathway.ts';
import { moduleClusters as clusterTable, curriculumItems } from '../store/curriculum-item-tables.ts';
import * as tables from '../store/curriculum-tables.ts';

/** A version shows its parts, in more ways than one. */
const partOfVersion = { parent: 'curriculumVersionId', shownAs: true } as const;
const within = 'version of the curriculum';

export const terms = kind('terms', tables.curriculumTerms, {
  ...partOfVersion,
  fields: { position: int32(), name: text() },
});

export const pathways = kind('pathways', tables.pathways, {
  ...partOfVersion,
  fields: {
    name: text(),
    type: Type.Enum(['FIXED', 'SELECTABLE_FOCUS']),
    position: int32(POSITION_AT_MOST),
    description: optional(text(10_000, 0)),
  },
});

export const moduleClusters = kind('moduleClusters', clusterTable, {
  ...partOfVersion,
  fields: {
    name: text(),
    electiveBehavior: text(64),
    electiveBehaviorAmount: amount(),
    rule: optional(text(64)),
    ruleAmount: optional(amount()),
    unlockAfterCP: optional(amount()),
    electAtOnce: optional(flag()),
    overflowCluster: optional(refTo('moduleClusters', { within })),
    isReElectable: optional(flag()),
  },
  columns: { unlockAfterCP: 'unlockAfterCp' },
  check(clusters, report) {
    for (const [index, cluster] of clusters as readonly Indexed<WithRef<(typeof clusters)[number][1]>>[])
      if (cluster.overflowCluster === cluster.ref)
        report(index, ['overflowCluster'], 'a cluster cannot overflow into itself');
  },
});

export const items = kind('items', curriculumItems, {
  ...partOfVersion,
  fields: {
    courseModule: refTo('courseModules'),
    moduleVersion: optional(refTo('moduleVersions', { of: 'courseModule' })),
    term: optional(refTo('terms', { within })),
    moduleCluster: optional(refTo('moduleClusters', { within })),
    pathway: optional(refTo('pathways', { within })),
    parent: optional(refTo('items', { within })),
    isCoreModule: optional(flag()),
    moduleGroup: optional(refTo('moduleGroups')),
  },
  check(siblings, report) {
    for (const index of itemsAboveThemselves(siblings.map(([, item]) => item as WithRef<typeof item>)))
      report(index, ['parent'], 'the item would be its own ancestor');
  },
});

export const curriculumVersions = kind('curriculaVersions', tables.curriculumVersions, {
  fields: {
    version: text(),
    name: text(),
    isDefault: optional(flag()),
    electionMode: optional(Type.Enum(['ELECT_WHENEVER', 'ELECT_BEFORE_TERM', 'ELECT_AFTER_TERM'])),
    electionStartWeeks: optional(int32()),
    electionEndWeeks: optional(int32()),
    isCohortVersion: optional(flag()),
    sourceCohort: optional(refTo('cohorts')),
  },
  nested: {
    terms: { kind: terms, atMost: 1000 },
    pathways: { kind: pathways, atMost: 1000 },
    moduleClusters: { kind: moduleClusters, atMost: 1000 },
    items: { kind: items, atMost: 10_000 },
  },
  parent: 'curriculumId',
  defaultOf: 'version of the curriculum',
  // Cohorts refer to versions themselves.
  late: ['sourceCohort'],
});

export const curricula = kind('curricula', tables.curricula, {
  fields: {
    name: text(),
    isCohortSpecific: optional(flag()),
    isArchived: optional(flag()),
    code: optional(text()),
  },
  nested: { versions: { kind: curriculumVersions, atMost: 100 } },
});

type WithRef<R> = R & { readonly ref: string };

/** The indices of items whose chain of parents leads back to them. Visits each item once. */
function itemsAboveThemselves(siblings: readonly { readonly ref: string; readonly parent?: string }[]): number[] {
  const indices = new Map(siblings.map(({ ref }, index) => [ref, index]));
  const parentOf = (index: number): number | undefined => {
    const parent = siblings[index]?.parent;
    return parent === undefined ? undefined : indices.get(parent);
  };
  const walkOf = new Map<number, number>();
  const found: number[] = [];
  for (const start of siblings.keys()) {
    let at: number | undefined = start;
    while (at !== undefined && !walkOf.has(at)) {
      walkOf.set(at, start);
      at = parentOf(at);
    }
    if (at === undefined || walkOf.get(at) !== start) continue;
    for (let member: number | undefined = at; member !== undefined; ) {
      found.push(member);
      const next = parentOf(member);
      member = next === at ? undefined : next;
    }
  }
  return found;
}
