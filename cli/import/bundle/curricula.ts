import { type Static, Type } from 'typebox';
import { POSITION_AT_MOST } from '../../../services/curricula/domain/pathway.ts';
import { atMostOneDefault } from './defaults.ts';
import {
  amount,
  type Check,
  flag,
  int32,
  list,
  optional,
  type RefSection,
  record,
  ref,
  refTo,
  type Section,
  text,
} from './pieces.ts';

const TermSchema = record({ ref: ref('terms'), position: int32(), name: text() });

const PathwaySchema = record({
  ref: ref('pathways'),
  name: text(),
  type: Type.Enum(['FIXED', 'SELECTABLE_FOCUS']),
  position: int32(POSITION_AT_MOST),
  description: optional(text(10_000, 0)),
});

const ModuleClusterSchema = record({
  ref: ref('moduleClusters'),
  name: text(),
  electiveBehavior: text(64),
  electiveBehaviorAmount: amount(),
  rule: optional(text(64)),
  ruleAmount: optional(amount()),
  unlockAfterCP: optional(amount()),
  electAtOnce: optional(flag()),
  overflowCluster: optional(refTo('moduleClusters')),
  isReElectable: optional(flag()),
});

const ItemSchema = record({
  ref: ref('items'),
  courseModule: refTo('courseModules'),
  moduleVersion: optional(refTo('moduleVersions')),
  term: optional(refTo('terms')),
  moduleCluster: optional(refTo('moduleClusters')),
  pathway: optional(refTo('pathways')),
  parent: optional(refTo('items')),
  isCoreModule: optional(flag()),
  moduleGroup: optional(refTo('moduleGroups')),
});

const CurriculaVersionSchema = record({
  ref: ref('curriculaVersions'),
  version: text(),
  name: text(),
  isDefault: optional(flag()),
  electionMode: optional(Type.Enum(['ELECT_WHENEVER', 'ELECT_BEFORE_TERM', 'ELECT_AFTER_TERM'])),
  electionStartWeeks: optional(int32()),
  electionEndWeeks: optional(int32()),
  isCohortVersion: optional(flag()),
  sourceCohort: optional(refTo('cohorts')),
  terms: list(TermSchema, 1000),
  pathways: list(PathwaySchema, 1000),
  moduleClusters: list(ModuleClusterSchema, 1000),
  items: list(ItemSchema, 10_000),
});
type CurriculaVersion = Static<typeof CurriculaVersionSchema>;
type Item = Static<typeof ItemSchema>;

const CurriculumSchema = record({
  ref: ref('curricula'),
  name: text(),
  isCohortSpecific: optional(flag()),
  isArchived: optional(flag()),
  code: optional(text()),
  versions: list(CurriculaVersionSchema, 100),
});

export const curricula = {
  name: 'curricula',
  schema: CurriculumSchema,
  check(records, check) {
    for (const [c, { versions }] of records) {
      atMostOneDefault(versions, [c, 'versions'], 'version of the curriculum', check);
      for (const [v, version] of versions.entries()) checkVersion(version, [c, 'versions', v], check);
    }
  },
} as const satisfies Section<typeof CurriculumSchema>;

/** What a version's items and clusters name beside modules is of the same version, and no item is above itself. */
function checkVersion(version: CurriculaVersion, path: readonly (string | number)[], check: Check): void {
  const { terms, pathways, moduleClusters, items } = version;
  const belongs = (
    section: RefSection,
    own: Set<string>,
    named: string | undefined,
    at: readonly (string | number)[],
  ) => {
    if (named === undefined || own.has(named) || check.indexOf(section, named) === undefined) return;
    check.fault([...path, ...at], `"${named}" does not belong to this version of the curriculum`);
  };
  const [termRefs, pathwayRefs, clusterRefs, itemRefs] = [
    refsOf(terms),
    refsOf(pathways),
    refsOf(moduleClusters),
    refsOf(items),
  ];
  for (const [i, item] of items.entries()) {
    belongs('terms', termRefs, item.term, ['items', i, 'term']);
    belongs('pathways', pathwayRefs, item.pathway, ['items', i, 'pathway']);
    belongs('moduleClusters', clusterRefs, item.moduleCluster, ['items', i, 'moduleCluster']);
    belongs('items', itemRefs, item.parent, ['items', i, 'parent']);
    checkModuleVersion(item, [...path, 'items', i, 'moduleVersion'], check);
  }
  for (const [i, { ref, overflowCluster }] of moduleClusters.entries()) {
    belongs('moduleClusters', clusterRefs, overflowCluster, ['moduleClusters', i, 'overflowCluster']);
    if (overflowCluster === ref)
      check.fault([...path, 'moduleClusters', i, 'overflowCluster'], 'a cluster does not overflow into itself');
  }
  for (const i of itemsAboveThemselves(items)) {
    check.fault([...path, 'items', i, 'parent'], 'the item would be above itself');
  }
}

function checkModuleVersion(
  { courseModule, moduleVersion }: Item,
  path: readonly (string | number)[],
  check: Check,
): void {
  const module = check.indexOf('courseModules', courseModule);
  const versionOf = moduleVersion === undefined ? undefined : check.indexOf('moduleVersions', moduleVersion);
  if (module !== undefined && versionOf !== undefined && module !== versionOf) {
    check.fault(path, `"${moduleVersion}" is no version of the module "${courseModule}"`);
  }
}

function refsOf(records: readonly { ref: string }[]): Set<string> {
  return new Set(records.map((record) => record.ref));
}

/** The indices of the items whose chain of parents leads back to them. Each item is walked once. */
function itemsAboveThemselves(items: CurriculaVersion['items']): number[] {
  const indices = new Map(items.map((item, index) => [item.ref, index]));
  const walkOf = new Map<number, number>();
  const found: number[] = [];
  for (const start of items.keys()) {
    let at: number | undefined = start;
    while (at !== undefined && !walkOf.has(at)) {
      walkOf.set(at, start);
      at = parentIndex(at);
    }
    if (at !== undefined && walkOf.get(at) === start) {
      let member = at;
      do {
        found.push(member);
        member = parentIndex(member) ?? at;
      } while (member !== at);
    }
  }
  return found;

  function parentIndex(index: number): number | undefined {
    const parent = items[index]?.parent;
    return parent === undefined ? undefined : indices.get(parent);
  }
}
