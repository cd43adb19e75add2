import type { ItemModuleVersionView, ModuleVersionView } from './module-version.ts';

const required: ModuleVersionView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1d02',
  version: '1',
  name: 'Databases',
  description: null,
  icon: 'database',
  iconType: 'material',
  banner: null,
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
  requiredAttendancePercentage: null,
  ectsPoints: 5,
  courseModuleId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1902',
  status: 'ACTIVE',
  timePlanId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1e02',
  isDefault: true,
  earlyAssessmentEnabled: false,
  isCurrentlyElectable: true,
  capacity: null,
  color: null,
  courseChatFileAttachmentsDefault: false,
  courseChatReadOnlyDefault: false,
  courseFeatureDefaults: null,
  moduleName: null,
  attemptRules: { maxAttempts: 3 },
};

const requiring: ModuleVersionView = {
  ...required,
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1d03',
  name: 'Thesis',
  ectsPoints: 12,
  courseModuleId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1903',
  timePlanId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1e03',
};

/** A module version that requires another one, and is required by a third. */
export const itemModuleVersionExample: ItemModuleVersionView = {
  examinationRequirements: [{ name: 'Written examination', weight: 1 }],
  courseModuleId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1901',
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1d01',
  parentConnections: [
    {
      id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1f01',
      parentModuleVersionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1d01',
      childModuleVersionId: requiring.id,
      studyPeriodId: null,
      childModuleVersion: requiring,
    },
  ],
  childConnections: [
    {
      id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1f02',
      parentModuleVersionId: required.id,
      childModuleVersionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1d01',
      studyPeriodId: null,
      parentModuleVersion: {
        ...required,
        courseModule: { id: required.courseModuleId, name: 'Databases', code: 'M-DB' },
      },
    },
  ],
  name: 'Distributed Systems',
  moduleName: null,
  version: '1',
  ectsPoints: 7,
  unitAmount: 40.5,
  unitName: 'Seminar hour',
  unitMinuteEquivalent: 60,
};
