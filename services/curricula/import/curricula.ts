import { Type } from 'typebox';
import { amount, flag, int32, name, optional, refTo, text } from '../../../bundle/format/fields.ts';
import { kind } from '../../../bundle/format/kind.ts';
import { MAX_POSITION } from '../domain/pathway.ts';
import { moduleClusters as clusterTable, curriculumItems } from '../store/curriculum-item-tables.ts';
import * as tables from '../store/curriculum-tables.ts';

/** A version shows its parts, in more ways than one. */
const partOfVersion = { parent: 'curriculumVersionId', shownAs: true } as const;
const within = 'version of the curriculum';

export const terms = kind('terms', tables.curriculumTerms, {
  ...partOfVersion,
  fields: { position: int32(), name: name() },
});

export const pathways = kind('pathways', tables.pathways, {
  ...partOfVersion,
  fields: {
    name: name(),
    type: Type.Enum(['FIXED', 'SELECTABLE_FOCUS']),
    position: int32(MAX_POSITION),
    description: optional(text(10_000, 0)),
  },
});

export const moduleClusters = kind('moduleClusters', clusterTable, {
  ...partOfVersion,
  fields: {
    name: name(),
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
  acyclic: { overflowCluster: 'a cluster cannot overflow into itself, directly or over others' },
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
  acyclic: { parent: 'the item would be its own ancestor' },
});

export const curriculumVersions = kind('curriculaVersions', tables.curriculumVersions, {
  fields: {
    version: text(),
    name: name(),
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
    name: name(),
    isCohortSpecific: optional(flag()),
    isArchived: optional(flag()),
    code: optional(text()),
  },
  nested: { versions: { kind: curriculumVersions, atMost: 100 } },
});
