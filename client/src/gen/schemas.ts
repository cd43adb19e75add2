// Made by `npm run client:generate` from the OpenAPI document.

export interface Appointment {
  /** The appointment’s id. */
  readonly id: string;
  /** As given. */
  readonly title: string;
  /** Free text; left out without one. */
  readonly notes?: string | undefined;
  /** When it begins. */
  readonly dateTime: string;
  /** Its length in minutes. */
  readonly duration: number;
  /** Online and nowhere else. */
  readonly isOnline: boolean;
  /** Online and in a room or at an address. */
  readonly isHybrid: boolean;
  /** The online meeting; left out without one. */
  readonly onlineAddress?: string | undefined;
  /** As given, else that of the first booked room’s location; left out without one. */
  readonly address?: string | undefined;
  /** Free-text label. */
  readonly location: string | null;
  /** Whose meeting `onlineAddress` leads to: `zoom`, `teams`, `google_meet`, `webex` or `other`; left out without one. */
  readonly provider?: string | undefined;
  /** The first booked room; use `appointmentRooms`. @deprecated */
  readonly roomId: string | null;
  /** The booked rooms, as given. */
  readonly appointmentRooms: readonly AppointmentRoomBooking[];
  /** The attached courses’ layers, as given. */
  readonly appointmentLayers: readonly AppointmentLayer[];
  /** The organizers, as given. */
  readonly organizerUsers: readonly AppointmentOrganizer[];
  /** The additional participants, as given. */
  readonly appointmentUsers: readonly AppointmentUserParticipant[];
  /** The administrator who created the integration; empty when unknown. */
  readonly appointmentCreator: readonly AppointmentUserParticipant[];
  /** The invited user groups, as given. */
  readonly appointmentUserGroups: readonly AppointmentUserGroup[];
  readonly appointmentType: AppointmentType | null;
  readonly series: AppointmentSeries | null;
}

export interface AppointmentCreate {
  /** What it is called. */
  readonly title: string;
  /** When it begins, with an offset: `Z`, `+HH:MM` or `-HH:MM`. */
  readonly dateTime: string;
  /** Its length in minutes. */
  readonly duration: number;
  /** The courses that are attached, by their **layer ids** (`layerId` of GET /courses), not their entity ids. */
  readonly courseIds: readonly string[];
  /** A hint, false by default: it stands only without rooms, `address` and `onlineAddress`. */
  readonly isOnline?: boolean | undefined;
  /** A hint, as `isOnline`. */
  readonly isHybrid?: boolean | undefined;
  /** By default that of the first booked room’s location, which it follows until one is given. */
  readonly address?: string | undefined;
  /** The online meeting’s absolute http(s) URL. */
  readonly onlineAddress?: string | undefined;
  /** Free-text label. */
  readonly location?: string | undefined;
  /** The rooms to book, each once. */
  readonly rooms?: readonly AppointmentRoomInput[] | undefined;
  /** The organizing users. */
  readonly organizerIds?: readonly string[] | undefined;
  /** The additional participants. */
  readonly userIds?: readonly string[] | undefined;
  /** The user groups that are invited. */
  readonly userGroupIds?: readonly string[] | undefined;
  /** A type of the institution. */
  readonly appointmentTypeId?: string | null | undefined;
  /** Free text. */
  readonly notes?: string | undefined;
}

export interface AppointmentLayer {
  /** The attached layer, as `courseIds` named it. */
  readonly layerId: string;
  readonly layer: {
    /** The layer’s id. */
    readonly id: string;
    /** The layer’s name. */
    readonly name: string;
  } | null;
  readonly course: {
    /** The course entity’s id. */
    readonly id: string;
    /** The course’s code. */
    readonly code: string | null;
    /** The course’s name. */
    readonly name: string;
  } | null;
}

export interface AppointmentOrganizer {
  /** The organizing user. */
  readonly organizerId: string;
}

/** `setup` is the one in effect; null where the room has no default. */
export interface AppointmentRoomBooking {
  /** The booked room. */
  readonly roomId: string;
  /** The setup that was asked for; null for the room’s default setup. */
  readonly setupId: string | null;
  readonly room: Room;
  readonly setup: RoomSetup | null;
}

export interface AppointmentRoomInput {
  /** A room of the institution. */
  readonly roomId: string;
  /** One of that room’s setups; null or absent for its default setup. */
  readonly setupId?: string | null | undefined;
}

export interface AppointmentSafeUser {
  /** The user’s id. */
  readonly id: string;
  /** The user’s name. */
  readonly name: string;
  /** The user’s email. */
  readonly email: string;
  /** Given name. */
  readonly firstName: string | null;
  /** Family name. */
  readonly lastName: string | null;
  /** Address of a picture. */
  readonly image: string | null;
}

export interface AppointmentSeries {
  /** The series’ id. */
  readonly id: string;
  /** The series’ name. */
  readonly name: string;
}

export interface AppointmentType {
  /** The type’s id. */
  readonly id: string;
  /** The type’s name. */
  readonly name: string;
  /** Such as `#1c4e80`. */
  readonly color: string | null;
}

export interface AppointmentUpdate {
  /** What it is called. */
  readonly title?: string | undefined;
  /** When it begins, with an offset: `Z`, `+HH:MM` or `-HH:MM`. */
  readonly dateTime?: string | undefined;
  /** Its length in minutes. */
  readonly duration?: number | undefined;
  /** The courses that are attached, by their **layer ids** (`layerId` of GET /courses), not their entity ids. */
  readonly courseIds?: readonly string[] | undefined;
  /** A hint, false by default: it stands only without rooms, `address` and `onlineAddress`. */
  readonly isOnline?: boolean | null | undefined;
  /** A hint, as `isOnline`. */
  readonly isHybrid?: boolean | null | undefined;
  /** By default that of the first booked room’s location, which it follows until one is given. */
  readonly address?: string | null | undefined;
  /** The online meeting’s absolute http(s) URL. */
  readonly onlineAddress?: string | null | undefined;
  /** Free-text label. */
  readonly location?: string | null | undefined;
  /** The rooms to book, each once. */
  readonly rooms?: readonly AppointmentRoomInput[] | null | undefined;
  /** The organizing users. */
  readonly organizerIds?: readonly string[] | null | undefined;
  /** The additional participants. */
  readonly userIds?: readonly string[] | null | undefined;
  /** The user groups that are invited. */
  readonly userGroupIds?: readonly string[] | null | undefined;
  /** A type of the institution. */
  readonly appointmentTypeId?: string | null | undefined;
  /** Free text. */
  readonly notes?: string | null | undefined;
}

export interface AppointmentUserGroup {
  /** The invited group. */
  readonly userGroupId: string;
  readonly userGroup: {
    /** The group’s id. */
    readonly id: string;
    /** The group’s name. */
    readonly name: string;
  };
}

export interface AppointmentUserParticipant {
  /** The user’s id. */
  readonly userId: string;
  readonly user: AppointmentSafeUser;
}

export interface ChildModuleConnection {
  /** The connection’s id. */
  readonly id: string;
  /** The module version that is required. */
  readonly parentModuleVersionId: string;
  /** The module version that requires it. */
  readonly childModuleVersionId: string;
  /** The study period that the requirement is for. */
  readonly studyPeriodId: string | null;
  readonly parentModuleVersion: RequiredModuleVersion;
}

export interface Cohort {
  /** The cohort’s id. */
  readonly id: string;
  /** The cohort’s name. */
  readonly name: string;
  /** The institution that the cohort belongs to. */
  readonly institutionId: string;
  /** When the cohort begins. */
  readonly startDate: string;
  /** When the cohort ends. */
  readonly endDate: string;
  /** The curriculum version that it studies by. */
  readonly curriculaVersionId: string;
  /** The program version that it belongs to. */
  readonly studyProgramVersionId: string;
  /** Archived cohorts stay readable. */
  readonly isArchived: boolean;
  /** Whether it has left its curriculum; left out when not stated. */
  readonly hasDisconnectedFromCurricula?: boolean | undefined;
  /** The curriculum version that it began with. */
  readonly originalCurriculaVersionId: string | null;
}

export interface CohortCurriculaVersionTermInDetail {
  /** The mapping’s id. */
  readonly id: string;
  /** The study term. */
  readonly curriculaVersionTermId: string;
  /** The academic term. */
  readonly organizationTermId: string;
  /** The cohort. */
  readonly cohortId: string;
  /** The institution that the mapping belongs to. */
  readonly institutionId: string;
  readonly cohort: CohortSummary;
  readonly organizationTerm: OrganizationTerm;
  readonly curriculaVersionTerm: CurriculaVersionTermSummary;
  /** Always null. */
  readonly cohortStudyTimelineStatus: Readonly<Record<string, unknown>> | null;
}

export interface CohortSummary {
  /** The cohort’s id. */
  readonly id: string;
  /** The cohort’s name. */
  readonly name: string;
}

/** The earliest record that the interval overlaps; to an item of a bulk, the items before it are records, too. */
export interface ConflictingLog {
  /** The record’s id. */
  readonly id: string;
  /** When it begins. */
  readonly startTime: string;
  /** When it ends; null for an open session. */
  readonly endTime: string | null;
}

export interface Course {
  /** The course entity’s id, which addresses the course. */
  readonly id: string;
  /** The id of the course’s layer, which appointments take in `courseIds`. */
  readonly layerId: string;
  /** For look-ups; need not be unique. */
  readonly code: string | null;
  /** The course’s name. */
  readonly name: string;
  /** Archived courses stay readable and cannot be newly referenced. */
  readonly isArchived: boolean;
  /** When the course was created. */
  readonly createdAt: string;
  /** When the course was last changed. */
  readonly updatedAt: string;
}

export interface CourseAppointmentCreate {
  /** What it is called. */
  readonly title: string;
  /** When it begins, with an offset: `Z`, `+HH:MM` or `-HH:MM`. */
  readonly dateTime: string;
  /** Its length in minutes. */
  readonly duration: number;
  /** The courses that are attached, by their **layer ids** (`layerId` of GET /courses), not their entity ids. */
  readonly courseIds?: readonly string[] | undefined;
  /** A hint, false by default: it stands only without rooms, `address` and `onlineAddress`. */
  readonly isOnline?: boolean | undefined;
  /** A hint, as `isOnline`. */
  readonly isHybrid?: boolean | undefined;
  /** By default that of the first booked room’s location, which it follows until one is given. */
  readonly address?: string | undefined;
  /** The online meeting’s absolute http(s) URL. */
  readonly onlineAddress?: string | undefined;
  /** Free-text label. */
  readonly location?: string | undefined;
  /** The rooms to book, each once. */
  readonly rooms?: readonly AppointmentRoomInput[] | undefined;
  /** The organizing users. */
  readonly organizerIds?: readonly string[] | undefined;
  /** The additional participants. */
  readonly userIds?: readonly string[] | undefined;
  /** The user groups that are invited. */
  readonly userGroupIds?: readonly string[] | undefined;
  /** A type of the institution. */
  readonly appointmentTypeId?: string | null | undefined;
  /** Free text. */
  readonly notes?: string | undefined;
}

export interface CourseModule {
  /** The module’s id. */
  readonly id: string;
  /** The module’s name. */
  readonly name: string;
  /** The institution that the module belongs to. */
  readonly institutionId: string;
  /** For look-ups. */
  readonly code: string | null;
  /** Archived modules stay where they are. */
  readonly isArchived: boolean | null;
  /** Names by language tag; null without any. */
  readonly nameTranslations: Readonly<Record<string, unknown>> | null;
  /** The module’s tags, by name. */
  readonly courseModuleTags: readonly ModuleTag[];
}

export interface CourseModuleSummary {
  /** The module’s id. */
  readonly id: string;
  /** The module’s name. */
  readonly name: string;
  /** For look-ups. */
  readonly code: string | null;
}

export interface CurriculaSummary {
  /** The curriculum’s id. */
  readonly id: string;
  /** The curriculum’s name. */
  readonly name: string;
  /** Whether it is made for one cohort. */
  readonly isCohortSpecific: boolean;
}

export interface CurriculaVersion {
  /** The version’s id. */
  readonly id: string;
  /** Which version of the curriculum it is. */
  readonly version: string;
  /** The version’s name. */
  readonly name: string;
  /** When the version was created. */
  readonly createdAt: string;
  /** When the version was last changed. */
  readonly updatedAt: string;
  /** The curriculum that it is a version of. */
  readonly curriculaId: string;
  /** When elections end, in weeks from the term. */
  readonly electionEndWeeks: number | null;
  /** When elections start, in weeks from the term. */
  readonly electionStartWeeks: number | null;
  /** When students elect; null when not stated. */
  readonly electionMode: "ELECT_WHENEVER" | "ELECT_BEFORE_TERM" | "ELECT_AFTER_TERM" | null;
  /** Whether it is made for one cohort. */
  readonly isCohortVersion: boolean;
  /** The cohort that it was made for. */
  readonly sourceCohortId: string | null;
  readonly sourceCohort: CohortSummary | null;
  /** Whether it is the curriculum’s default version. */
  readonly isDefault: boolean;
}

export interface CurriculaVersionDetail {
  /** The version’s id. */
  readonly id: string;
  /** Which version of the curriculum it is. */
  readonly version: string;
  /** The version’s name. */
  readonly name: string;
  /** When the version was created. */
  readonly createdAt: string;
  /** When the version was last changed. */
  readonly updatedAt: string;
  /** The curriculum that it is a version of. */
  readonly curriculaId: string;
  /** When elections end, in weeks from the term. */
  readonly electionEndWeeks: number | null;
  /** When elections start, in weeks from the term. */
  readonly electionStartWeeks: number | null;
  /** When students elect; null when not stated. */
  readonly electionMode: "ELECT_WHENEVER" | "ELECT_BEFORE_TERM" | "ELECT_AFTER_TERM" | null;
  /** Whether it is made for one cohort. */
  readonly isCohortVersion: boolean;
  /** The cohort that it was made for. */
  readonly sourceCohortId: string | null;
  readonly sourceCohort: CohortSummary | null;
  /** Whether it is the curriculum’s default version. */
  readonly isDefault: boolean;
  readonly curricula: CurriculaSummary;
  /** The study terms, by position. */
  readonly curriculaVersionTerms: readonly CurriculaVersionTermInDetail[];
  /** The pathways, by position. */
  readonly curriculaVersionPathways: readonly Pathway[];
  /** The elective clusters, by creation. */
  readonly curriculaVersionModuleCluster: readonly CurriculaVersionModuleCluster[];
  /** The module items, by creation. */
  readonly curriculaVersionItems: readonly CurriculaVersionItemDetail[];
}

export interface CurriculaVersionItemDetail {
  /** The item’s id. */
  readonly id: string;
  /** The curriculum version that the item belongs to. */
  readonly curriculaVersionId: string;
  /** The module. */
  readonly courseModuleId: string;
  /** The module’s version. */
  readonly courseModuleVersionId: string | null;
  /** The study term. */
  readonly curriculaVersionTermId: string | null;
  /** The module cluster. */
  readonly curriculaVersionModuleClusterId: string | null;
  /** The pathway. */
  readonly curriculaVersionPathwayId: string | null;
  /** The item that it stands below. */
  readonly parentId: string | null;
  /** When the item was last changed. */
  readonly updatedAt: string;
  /** Whether everybody takes it. */
  readonly isCoreModule: boolean;
  readonly courseModule: CourseModule | null;
  readonly curriculaVersionTerm: CurriculaVersionTermInDetail | null;
  readonly curriculaVersionPathway: Pathway | null;
  readonly curriculaVersionModuleCluster: CurriculaVersionModuleCluster | null;
  /** The module group. */
  readonly moduleGroupId: string | null;
  readonly moduleGroup: ModuleGroup | null;
  readonly courseModuleVersion: CurriculaVersionItemModuleVersion | null;
}

export interface CurriculaVersionItemModuleVersion {
  /** What the examination asks for. */
  readonly examinationRequirements: readonly ExaminationRequirement[];
  /** The module that it is a version of. */
  readonly courseModuleId: string;
  /** The module version’s id. */
  readonly id: string;
  /** Connections in which it is the parent: those that require it. */
  readonly parentConnections: readonly ParentModuleConnection[];
  /** Connections in which it is the child: those that it requires. */
  readonly childConnections: readonly ChildModuleConnection[];
  /** The module version’s name. */
  readonly name: string;
  /** The name that goes before the version’s own. */
  readonly moduleName: string | null;
  /** Which version of the module it is. */
  readonly version: string;
  /** ECTS points. */
  readonly ectsPoints: number;
  /** Total units of the time plan’s items that require appointments; 0 without a time plan. */
  readonly unitAmount: number;
  /** What a unit is called: by the time plan, else by the institution’s default unit. */
  readonly unitName: string;
  /** A unit’s length in minutes, likewise. */
  readonly unitMinuteEquivalent: number;
}

export interface CurriculaVersionModuleCluster {
  /** The cluster’s id. */
  readonly id: string;
  /** What students elect by. */
  readonly electiveBehavior: string;
  /** How much of it. */
  readonly electiveBehaviorAmount: number | null;
  /** A further rule. */
  readonly rule: string | null;
  /** How much of it. */
  readonly ruleAmount: number | null;
  /** When the cluster was created. */
  readonly createdAt: string;
  /** When the cluster was last changed. */
  readonly updatedAt: string;
  /** The curriculum version that the cluster belongs to. */
  readonly curriculaVersionId: string;
  /** The cluster’s name. */
  readonly name: string;
  /** Credit points that unlock it. */
  readonly unlockAfterCP: number | null;
  /** Whether all is elected at once. */
  readonly electAtOnce: boolean;
  /** The cluster that takes what is too much here. */
  readonly overflowClusterId: string | null;
  /** Whether it may be elected again. */
  readonly isReElectable: boolean;
}

export interface CurriculaVersionTermInDetail {
  /** The study term’s id. */
  readonly id: string;
  /** Place among the version’s study terms. */
  readonly position: number;
  /** The study term’s name. */
  readonly name: string;
  /** The curriculum version that the study term belongs to. */
  readonly curriculaVersionId: string;
  /** Which academic term it is for which cohort, by creation. */
  readonly cohortCurriculaVersionTerm: readonly CohortCurriculaVersionTermInDetail[];
}

export interface CurriculaVersionTermSummary {
  /** The study term’s id. */
  readonly id: string;
  /** Place among the version’s study terms. */
  readonly position: number;
  /** The study term’s name. */
  readonly name: string;
  /** The curriculum version that the study term belongs to. */
  readonly curriculaVersionId: string;
}

export interface Curriculum {
  /** The curriculum’s id. */
  readonly id: string;
  /** The curriculum’s name. */
  readonly name: string;
  /** The institution that the curriculum belongs to. */
  readonly institutionId: string;
  /** When the curriculum was created. */
  readonly createdAt: string;
  /** When the curriculum was last changed. */
  readonly updatedAt: string;
  /** Whether it is made for one cohort. */
  readonly isCohortSpecific: boolean;
  /** Archived curricula stay readable and cannot be newly referenced. */
  readonly isArchived: boolean;
  /** For look-ups; need not be unique. */
  readonly code: string | null;
  /** How many versions it has. */
  readonly versionsCount: number;
}

export interface Event {
  /** The event’s id. */
  readonly id: string;
  /** Grows within the institution; numbers may be left out. Nothing appears below one that was shown. */
  readonly sequence: number;
  /** What has happened. More types may appear: ignore those that you do not know. */
  readonly type: string;
  /** When the change was committed. */
  readonly occurredAt: string;
  readonly resource: EventResource;
  /** Names of the fields that changed; null where that is not known, and on creation and deletion. */
  readonly changed: readonly string[] | null;
  readonly actor: EventActor;
  /** The id of the request that caused it; null where there was none. */
  readonly requestId: string | null;
}

/** Who caused the event. */
export interface EventActor {
  /** Who it was. */
  readonly type: "integration" | "operator" | "system";
  /** The integration’s or operator’s id; null for the system. */
  readonly id: string | null;
}

/** What the event happened to. */
export interface EventResource {
  /** Of what kind it is; more kinds may appear. */
  readonly type: string;
  /** The resource’s id. */
  readonly id: string;
  /** Where it is read, as it can be requested; null where there is no read. */
  readonly path: string | null;
}

export interface ExaminationRequirement {
  /** What is asked for. */
  readonly name: string;
  /** Share of the grade, relative to the others. */
  readonly weight: number | null;
}

export interface FeedPagination {
  /** The `cursor` of what follows, now or later: opaque, valid as long as events behind it are kept. On the last page, too: keep it and ask again. */
  readonly next_cursor: string;
  /** False on the last page. */
  readonly has_more: boolean;
  /** The page size in effect. */
  readonly limit: number;
}

export interface Location {
  /** The location’s id. */
  readonly id: string;
  /** The location’s name. */
  readonly name: string;
  /** A real-world address, used for map display and geocoding. */
  readonly address: string;
  /** The institution that the location belongs to. */
  readonly institutionId: string;
  /** How many records belong to the location. Embedded room records are not included. */
  readonly _count: {
    /** Total room count, archived rooms included. */
    readonly rooms: number;
  };
}

export interface LogBulk {
  /** Names the member by the user’s id. Exactly one of `userId`, `email` and `code` is given. */
  readonly userId?: string | undefined;
  /** Names the member by email, without regard to case. */
  readonly email?: string | undefined;
  /** Names the member by membership code (badge), trimmed and without regard to case; never blank. */
  readonly code?: string | undefined;
  /** Logs to create. Where the request names no member, each of them names its own. */
  readonly items: readonly LogCreate[];
}

export interface LogBulkResult {
  /** Items that became logs, by index. */
  readonly created: readonly ({
    /** The item’s place in the request, from 0. */
    readonly index: number;
    readonly log: TimeRecord;
  })[];
  /** Items that did not, by index. */
  readonly failed: readonly ({
    /** The item’s place in the request, from 0. */
    readonly index: number;
    /** The status that a single create would have answered with. */
    readonly status: number;
    /** The `code` of its problem. */
    readonly code: string;
    /** The `detail` of its problem. */
    readonly detail: string;
    /** The `errors` of its problem: pointers are into the item. */
    readonly errors?: readonly ({
      readonly field: string;
      readonly message: string;
      readonly code: string;
      readonly pointer: string;
    })[] | undefined;
    readonly conflictingLog?: ConflictingLog | undefined;
  })[];
}

export interface LogCreate {
  /** Names the member by the user’s id. Exactly one of `userId`, `email` and `code` is given. */
  readonly userId?: string | undefined;
  /** Names the member by email, without regard to case. */
  readonly email?: string | undefined;
  /** Names the member by membership code (badge), trimmed and without regard to case; never blank. */
  readonly code?: string | undefined;
  /** When it begins. */
  readonly startTime: string;
  /** When it ends, the instant itself not included; after `startTime`, by 366 days at most. */
  readonly endTime: string;
  /** In order, without overlap, within the log. */
  readonly pauses?: readonly TimePauseInput[] | undefined;
  /** Free text. */
  readonly note?: string | null | undefined;
}

export interface LogUpdate {
  /** Names the member by the user’s id. Exactly one of `userId`, `email` and `code` is given. */
  readonly userId?: string | undefined;
  /** Names the member by email, without regard to case. */
  readonly email?: string | undefined;
  /** Names the member by membership code (badge), trimmed and without regard to case; never blank. */
  readonly code?: string | undefined;
  /** When it begins. */
  readonly startTime?: string | undefined;
  /** When it ends, the instant itself not included; after `startTime`, by 366 days at most. */
  readonly endTime?: string | undefined;
  /** In order, without overlap, within the log. */
  readonly pauses?: readonly TimePauseInput[] | undefined;
  /** Free text. */
  readonly note?: string | null | undefined;
}

export interface Meta {
  /** The id of the request; of a replay, that of the first one. */
  readonly requestId: string;
  /** When the request was answered; of a replay, the first one. */
  readonly timestamp: string;
  /** The version in the path. */
  readonly version: "v4";
}

export interface ModuleGroup {
  /** The group’s id. */
  readonly id: string;
  /** The group’s name. */
  readonly name: string;
  /** For look-ups. */
  readonly code: string | null;
  /** A colour. */
  readonly color: string | null;
}

export interface ModuleTag {
  /** The id of the link between module and tag. */
  readonly id: string;
  /** The module. */
  readonly courseModuleId: string;
  /** The tag. */
  readonly tagId: string;
  readonly tag: Tag;
}

export interface ModuleVersion {
  /** The module version’s id. */
  readonly id: string;
  /** Which version of the module it is. */
  readonly version: string;
  /** The module version’s name. */
  readonly name: string;
  /** Free text. */
  readonly description: string | null;
  /** Always null. */
  readonly icon: string | null;
  /** Always null. */
  readonly iconType: string | null;
  /** Always null. */
  readonly banner: string | null;
  /** When the module version was created. */
  readonly createdAt: string;
  /** When the module version was last changed. */
  readonly updatedAt: string;
  /** Percent of attendance that is required. */
  readonly requiredAttendancePercentage: number | null;
  /** ECTS points. */
  readonly ectsPoints: number;
  /** The module that it is a version of. */
  readonly courseModuleId: string;
  /** Such as `ACTIVE`. */
  readonly status: string;
  /** The version’s time plan; null without one. */
  readonly timePlanId: string | null;
  /** Whether it is the module’s default version. */
  readonly isDefault: boolean;
  /** Always false. */
  readonly earlyAssessmentEnabled: boolean;
  /** Always false. */
  readonly isCurrentlyElectable: boolean;
  /** Seats. */
  readonly capacity: number | null;
  /** A colour. */
  readonly color: string | null;
  /** Always false. */
  readonly courseChatFileAttachmentsDefault: boolean;
  /** Always false. */
  readonly courseChatReadOnlyDefault: boolean;
  /** Always null. */
  readonly courseFeatureDefaults: Readonly<Record<string, unknown>> | null;
  /** The name that goes before the version’s own. */
  readonly moduleName: string | null;
  /** Always null. */
  readonly attemptRules: Readonly<Record<string, unknown>> | null;
}

export interface OrganizationTerm {
  /** The academic term’s id. */
  readonly id: string;
  /** The academic term’s name. */
  readonly name: string;
  /** The institution that the academic term belongs to. */
  readonly institutionId: string;
  /** When the term starts. */
  readonly termStart: string;
  /** When the term ends. */
  readonly termEnd: string;
  /** For look-ups. */
  readonly code: string | null;
  /** When elections start. */
  readonly electionStart: string | null;
  /** When elections end. */
  readonly electionEnd: string | null;
  /** When registration for reassessment starts. */
  readonly reassessmentRegistrationStart: string | null;
  /** When registration for reassessment ends. */
  readonly reassessmentRegistrationEnd: string | null;
}

export interface Pagination {
  /** The `cursor` of the next page: opaque, valid for 24 hours; null on the last page. */
  readonly next_cursor: string | null;
  /** False on the last page. */
  readonly has_more: boolean;
  /** The page size in effect. */
  readonly limit: number;
}

export interface ParentModuleConnection {
  /** The connection’s id. */
  readonly id: string;
  /** The module version that is required. */
  readonly parentModuleVersionId: string;
  /** The module version that requires it. */
  readonly childModuleVersionId: string;
  /** The study period that the requirement is for. */
  readonly studyPeriodId: string | null;
  readonly childModuleVersion: ModuleVersion;
}

export interface Pathway {
  /** The pathway’s id. */
  readonly id: string;
  /** Place among the version’s pathways; need not be unique. */
  readonly position: number;
  /** The pathway’s name. */
  readonly name: string;
  /** `FIXED` is mandatory; of the pathways with `SELECTABLE_FOCUS` a student chooses one. */
  readonly type: "FIXED" | "SELECTABLE_FOCUS";
  /** The curriculum version that the pathway belongs to. */
  readonly curriculaVersionId: string;
  /** Free text. */
  readonly description: string | null;
}

export interface PathwayCreate {
  /** The pathway’s name. */
  readonly name: string;
  /** `FIXED` is mandatory; of the pathways with `SELECTABLE_FOCUS` a student chooses one. */
  readonly type: "FIXED" | "SELECTABLE_FOCUS";
  /** Kept as given. When omitted: the greatest position + 1, 0 for the first pathway; where that would pass the maximum, the number of pathways. */
  readonly position?: number | undefined;
  /** Free text. */
  readonly description?: string | undefined;
}

/** RFC 9457. Members such as `conflictingLog` are those of single operations: their examples show which. */
export interface Problem {
  /** The address of a page that documents the code. */
  readonly type: string;
  /** What clients branch on. */
  readonly code: "bad_request" | "unauthorized" | "forbidden" | "resource_not_found" | "conflict" | "validation_failed" | "idempotency_key_reused" | "rate_limit_exceeded" | "internal_error" | "invalid_cursor" | "precondition_failed" | "precondition_required";
  /** The code in words. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What went wrong with this request. */
  readonly detail: string;
  /** `urn:uuid:` and the request id; left out when the client’s own id is no UUID. */
  readonly instance?: string | undefined;
  /** The faults of the request, one item each; left out when there are none to name. */
  readonly errors?: readonly ({
    /** The pointer with dots: `rooms.0.roomId`. */
    readonly field: string;
    /** For people; it may change. */
    readonly message: string;
    /** `required`: the field is missing; `invalid_type`: another JSON type; `invalid_string`: text of another form; `invalid_enum`: none of the values that there are; `too_small`: too short, too few or too small; `too_big`: too long, too many or too great; `unknown_field`: no field of this request; `invalid_reference`: the id of no record; `invalid_value`: any other fault */
    readonly code: "required" | "invalid_type" | "invalid_string" | "invalid_enum" | "too_small" | "too_big" | "unknown_field" | "invalid_reference" | "invalid_value";
    /** RFC 6901 pointer into body, query or path: `/rooms/0/roomId`. */
    readonly pointer: string;
  })[] | undefined;
  /** The member’s open session. */
  readonly activeSession?: {
    /** The session’s id. */
    readonly id: string;
    /** When it began. */
    readonly startTime: string;
  } | undefined;
  readonly conflictingLog?: ConflictingLog | undefined;
  /** The session of an earlier day that the refused punch has closed: the log, or `id`, `startTime` and `endTime` alone of a very long one. */
  readonly closedActiveSession?: TimeRecord | {
    /** The log’s id. */
    readonly id: string;
    /** When it began. */
    readonly startTime: string;
    /** The end of its start day. */
    readonly endTime: string;
  } | undefined;
  /** The earliest appointment that has booked one of the rooms at that time. */
  readonly conflictingAppointment?: {
    /** The appointment’s id. */
    readonly id: string;
    /** The room that both want. */
    readonly roomId: string;
    /** When it begins. */
    readonly dateTime: string;
    /** How long it takes, in minutes. */
    readonly duration: number;
  } | undefined;
}

export interface RequiredModuleVersion {
  /** The module version’s id. */
  readonly id: string;
  /** Which version of the module it is. */
  readonly version: string;
  /** The module version’s name. */
  readonly name: string;
  /** Free text. */
  readonly description: string | null;
  /** Always null. */
  readonly icon: string | null;
  /** Always null. */
  readonly iconType: string | null;
  /** Always null. */
  readonly banner: string | null;
  /** When the module version was created. */
  readonly createdAt: string;
  /** When the module version was last changed. */
  readonly updatedAt: string;
  /** Percent of attendance that is required. */
  readonly requiredAttendancePercentage: number | null;
  /** ECTS points. */
  readonly ectsPoints: number;
  /** The module that it is a version of. */
  readonly courseModuleId: string;
  /** Such as `ACTIVE`. */
  readonly status: string;
  /** The version’s time plan; null without one. */
  readonly timePlanId: string | null;
  /** Whether it is the module’s default version. */
  readonly isDefault: boolean;
  /** Always false. */
  readonly earlyAssessmentEnabled: boolean;
  /** Always false. */
  readonly isCurrentlyElectable: boolean;
  /** Seats. */
  readonly capacity: number | null;
  /** A colour. */
  readonly color: string | null;
  /** Always false. */
  readonly courseChatFileAttachmentsDefault: boolean;
  /** Always false. */
  readonly courseChatReadOnlyDefault: boolean;
  /** Always null. */
  readonly courseFeatureDefaults: Readonly<Record<string, unknown>> | null;
  /** The name that goes before the version’s own. */
  readonly moduleName: string | null;
  /** Always null. */
  readonly attemptRules: Readonly<Record<string, unknown>> | null;
  readonly courseModule: CourseModuleSummary;
}

export interface Room {
  /** The room’s id. */
  readonly id: string;
  /** The room’s name. */
  readonly name: string;
  /** The location that the room is in. */
  readonly locationId: string;
  /** The institution that the room belongs to. */
  readonly institutionId: string;
  /** Seats; null when not stated. */
  readonly capacity: number | null;
  /** Archived rooms stay readable and cannot be newly referenced. */
  readonly isArchived: boolean;
  /** The ways to furnish the room, by name; a room may have none. */
  readonly setups: readonly RoomSetup[];
  /** When the room was created. */
  readonly createdAt: string;
  /** When the room or one of its setups was last changed. */
  readonly updatedAt: string;
}

export interface RoomSetup {
  /** The setup’s id. */
  readonly id: string;
  /** The setup’s name. */
  readonly name: string;
  /** Seats in this setup; null when not stated. */
  readonly capacity: number | null;
  /** Whether this setup is in effect where none is asked for. */
  readonly isDefault: boolean;
}

export interface SessionTimestamp {
  /** The timestamp’s id. */
  readonly id: string;
  /** The session that it belongs to. */
  readonly sessionId: string;
  /** The template that it was made with. */
  readonly templateId: string | null;
  /** As given, else the template’s. */
  readonly label: string;
  /** When. */
  readonly time: string;
}

export interface SimpleUser {
  /** The user’s id. */
  readonly id: string;
  /** Never empty. */
  readonly name: string;
  /** As given. */
  readonly email: string;
  /** Address of a picture. */
  readonly image: string | null;
}

/** With `closedActiveSession`, a log, where the start has closed a session of an earlier day: the earliest. */
export interface StartedSession {
  /** The record’s id; a session keeps it when it becomes a log. */
  readonly id: string;
  /** The member’s user id. */
  readonly userId: string;
  /** When it began. */
  readonly startTime: string;
  /** When it ended, the instant itself not included; null while open. */
  readonly endTime: string | null;
  /** `open` and `paused` are sessions, `closed` is a log. */
  readonly status: "open" | "paused" | "closed";
  /** In order, without overlap, within the record. */
  readonly pauses: readonly TimePause[];
  /** By time. */
  readonly timestamps: readonly TimeTimestamp[];
  /** What created it: a session start, a single log create, or an item of a bulk. */
  readonly source: "session" | "api" | "bulk";
  /** Free text. */
  readonly note: string | null;
  /** Whether a later punch closed it at the end of its start day, in the institution’s time zone. */
  readonly autoClosed: boolean;
  /** From start to end, in whole minutes rounded down; null while open. */
  readonly durationMinutes: number | null;
  /** All pauses together, in whole minutes rounded down; null while open. */
  readonly pauseMinutes: number | null;
  /** The exact duration less the exact pauses, in whole minutes rounded down; null while open. */
  readonly workedMinutes: number | null;
  /** When the record was created. */
  readonly createdAt: string;
  /** When the record was last changed. */
  readonly updatedAt: string;
  readonly closedActiveSession?: TimeRecord | undefined;
}

export interface StudyProgram {
  /** The program’s id. */
  readonly id: string;
  /** The program’s name. */
  readonly name: string;
  /** The institution that the program belongs to. */
  readonly institutionId: string;
  /** What the program is for. */
  readonly objective: string | null;
  /** Archived programs stay in the lists and readable. */
  readonly isArchived: boolean;
  /** For look-ups; need not be unique. */
  readonly code: string | null;
  /** Always null: statistics are disabled. */
  readonly statisticData: Readonly<Record<string, unknown>> | null;
  /** As it was given; left out when not stated. */
  readonly defaultStudyTime?: number | undefined;
  /** Always null. */
  readonly defaultTuitionFeePlanId: string | null;
  /** Whether the program has cohorts, as it was given. */
  readonly hasCohorts: boolean;
  /** Always false for programs of continuing education. */
  readonly hasStatistics: boolean;
  /** What kind of program it is. */
  readonly type: string | null;
  /** All versions, by creation; cohorts are not included. */
  readonly studyProgramVersion: readonly StudyProgramVersion[];
  /** By name, as people sort names: letters before case and accents (collation `en`). */
  readonly responsibleUsers: readonly SimpleUser[];
  /** In the order in which they were connected. */
  readonly connectedCurricula: readonly Curriculum[];
  readonly firstVersion: StudyProgramVersion;
  readonly defaultVersion: StudyProgramVersion;
  /** How many versions the program has. */
  readonly versionsCount: number;
  /** How many cohorts all versions have together. */
  readonly cohortsCount: number;
  /** Always null. */
  readonly studyProgramMetadata: Readonly<Record<string, unknown>> | null;
}

export interface StudyProgramCreate {
  /** The program’s name; not blank. */
  readonly name: string;
  /** For look-ups; need not be unique. */
  readonly code?: string | undefined;
  /** Name of the initial version, not blank; the program’s name when left out. */
  readonly initialVersionName?: string | undefined;
  /** What the program is for. */
  readonly objective?: string | undefined;
  /** Stored as given. */
  readonly defaultStudyTime?: number | undefined;
  /** Whether the program has cohorts; false when left out. */
  readonly hasCohorts?: boolean | undefined;
  /** Curricula to connect, each once. */
  readonly curriculaIds?: readonly string[] | undefined;
}

export interface StudyProgramVersion {
  /** The version’s id. */
  readonly id: string;
  /** The display label. */
  readonly name: string;
  /** The institution that the version belongs to. */
  readonly institutionId: string;
  /** The program that it is a version of. */
  readonly studyProgramId: string;
  /** A program has exactly one default version. */
  readonly isDefault: boolean;
  /** Always null: statistics are disabled. */
  readonly statisticData: Readonly<Record<string, unknown>> | null;
}

export interface StudyProgramVersionCreate {
  /** The display label; not blank. */
  readonly versionName: string;
}

export interface StudyProgramVersionDetail {
  /** The version’s id. */
  readonly id: string;
  /** The display label. */
  readonly name: string;
  /** The institution that the version belongs to. */
  readonly institutionId: string;
  /** The program that it is a version of. */
  readonly studyProgramId: string;
  /** A program has exactly one default version. */
  readonly isDefault: boolean;
  /** Always null: statistics are disabled. */
  readonly statisticData: Readonly<Record<string, unknown>> | null;
  /** In the order of `startDate`. */
  readonly cohorts: readonly Cohort[];
}

export interface StudyProgramVersionUpdate {
  /** The display label; not blank. */
  readonly name?: string | undefined;
}

export interface Tag {
  /** The tag’s id. */
  readonly id: string;
  /** The tag’s name. */
  readonly name: string;
  /** The institution that the tag belongs to. */
  readonly institutionId: string;
  /** A colour. */
  readonly color: string | null;
  /** The name of a picture. */
  readonly icon: string | null;
}

export interface TimePause {
  /** When the pause began. */
  readonly startTime: string;
  /** When it ended; null while it runs. */
  readonly endTime: string | null;
}

export interface TimePauseInput {
  /** When the pause begins. */
  readonly startTime: string;
  /** When it ends; after its start. */
  readonly endTime: string;
}

export interface TimePunch {
  /** Names the member by the user’s id. Exactly one of `userId`, `email` and `code` is given. */
  readonly userId?: string | undefined;
  /** Names the member by email, without regard to case. */
  readonly email?: string | undefined;
  /** Names the member by membership code (badge), trimmed and without regard to case; never blank. */
  readonly code?: string | undefined;
  /** When; the present when it is left out. At most 24 hours ahead: punches are in near real time. */
  readonly at?: string | undefined;
}

/** A session while it is open or paused, a log when it is closed. */
export interface TimeRecord {
  /** The record’s id; a session keeps it when it becomes a log. */
  readonly id: string;
  /** The member’s user id. */
  readonly userId: string;
  /** When it began. */
  readonly startTime: string;
  /** When it ended, the instant itself not included; null while open. */
  readonly endTime: string | null;
  /** `open` and `paused` are sessions, `closed` is a log. */
  readonly status: "open" | "paused" | "closed";
  /** In order, without overlap, within the record. */
  readonly pauses: readonly TimePause[];
  /** By time. */
  readonly timestamps: readonly TimeTimestamp[];
  /** What created it: a session start, a single log create, or an item of a bulk. */
  readonly source: "session" | "api" | "bulk";
  /** Free text. */
  readonly note: string | null;
  /** Whether a later punch closed it at the end of its start day, in the institution’s time zone. */
  readonly autoClosed: boolean;
  /** From start to end, in whole minutes rounded down; null while open. */
  readonly durationMinutes: number | null;
  /** All pauses together, in whole minutes rounded down; null while open. */
  readonly pauseMinutes: number | null;
  /** The exact duration less the exact pauses, in whole minutes rounded down; null while open. */
  readonly workedMinutes: number | null;
  /** When the record was created. */
  readonly createdAt: string;
  /** When the record was last changed. */
  readonly updatedAt: string;
}

export interface TimeTimestamp {
  /** The timestamp’s id. */
  readonly id: string;
  /** The template that it was made with; null where it has a label of its own alone. */
  readonly templateId: string | null;
  /** For people: as given, else the template’s. */
  readonly label: string;
  /** When. */
  readonly time: string;
}

export interface TimestampCreate {
  /** Names the member by the user’s id. Exactly one of `userId`, `email` and `code` is given. */
  readonly userId?: string | undefined;
  /** Names the member by email, without regard to case. */
  readonly email?: string | undefined;
  /** Names the member by membership code (badge), trimmed and without regard to case; never blank. */
  readonly code?: string | undefined;
  /** When; the present when it is left out. At most 24 hours ahead: punches are in near real time. */
  readonly at?: string | undefined;
  /** A template of the institution. It or a label is needed. */
  readonly templateId?: string | null | undefined;
  /** For people; the template’s when it is left out. */
  readonly label?: string | undefined;
}

export interface TimestampTemplate {
  /** The template’s id; it may be kept. */
  readonly id: string;
  /** For people. */
  readonly label: string;
  /** For display. */
  readonly color: string | null;
  /** Place in the list, from 0. */
  readonly position: number;
}

export interface User {
  /** The user’s id. */
  readonly id: string;
  /** As given; unique within the institution without regard to case. */
  readonly email: string;
  /** Never empty. */
  readonly name: string;
  /** Given name. */
  readonly firstName: string | null;
  /** Family name. */
  readonly lastName: string | null;
  /** Address of a picture. */
  readonly image: string | null;
  /** Membership code (badge), as stored. */
  readonly code: string | null;
  /** Archived users stay in the lists and readable, and cannot be newly referenced. */
  readonly isArchived: boolean;
  /** When the user was created. */
  readonly createdAt: string;
  /** When the user was last changed. */
  readonly updatedAt: string;
}

export interface UserCreate {
  /** Stored as given; unique within the institution without regard to case. One `@`; letters and digits of every script; no white space, no control or format characters, none of `<>()[]\,;:"`. */
  readonly email: string;
  /** Follows `firstName` and `lastName` until a request has given one of its own. */
  readonly name?: string | undefined;
  /** Given name. */
  readonly firstName?: string | null | undefined;
  /** Family name. */
  readonly lastName?: string | null | undefined;
  /** Address of a picture. */
  readonly image?: string | null | undefined;
  /** Membership code (badge): stored as given, unique within the institution after trimming and without regard to case, and of the shape that the institution’s `user_code_format` asks for. */
  readonly code?: string | null | undefined;
}

export interface UserUpdate {
  /** Stored as given; unique within the institution without regard to case. One `@`; letters and digits of every script; no white space, no control or format characters, none of `<>()[]\,;:"`. */
  readonly email?: string | undefined;
  /** Follows `firstName` and `lastName` until a request has given one of its own. */
  readonly name?: string | undefined;
  /** Given name. */
  readonly firstName?: string | null | undefined;
  /** Family name. */
  readonly lastName?: string | null | undefined;
  /** Address of a picture. */
  readonly image?: string | null | undefined;
  /** Membership code (badge): stored as given, unique within the institution after trimming and without regard to case, and of the shape that the institution’s `user_code_format` asks for. */
  readonly code?: string | null | undefined;
  /** Archived users stay in the lists and readable, and cannot be newly referenced. */
  readonly isArchived?: boolean | undefined;
}

/** A request to the receiver. */
export interface WebhookAttempt {
  /** When the request began. */
  readonly at: string;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
  /** The status of the answer; null where none came. */
  readonly status: number | null;
  /** Why there was no complete answer: `timeout`, `name_not_resolved`, `address_not_allowed`, `https_required`, `connection_failed`, `tls_failed` or `invalid_answer`; null where there was one. */
  readonly error: string | null;
  /** The beginning of the answer, 1 KiB at most; null where none came. */
  readonly response: string | null;
}

export interface WebhookDelivery {
  /** The delivery’s id. */
  readonly id: string;
  /** The webhook endpoint. */
  readonly endpointId: string;
  /** The event, which receivers are told as `webhook-id`. */
  readonly eventId: string;
  /** The type of the event. */
  readonly eventType: string;
  /** Whether the receiver has it; `cancelled` where nothing will be sent any more. */
  readonly status: "pending" | "succeeded" | "failed" | "cancelled";
  /** When it is tried next; null where it has ended, and while it waits for an earlier event of its resource. */
  readonly nextAttemptAt: string | null;
  /** When the delivery was created. */
  readonly createdAt: string;
  /** When it was last tried or asked for. */
  readonly updatedAt: string;
}

export interface WebhookDeliveryWithAttempts {
  /** The delivery’s id. */
  readonly id: string;
  /** The webhook endpoint. */
  readonly endpointId: string;
  /** The event, which receivers are told as `webhook-id`. */
  readonly eventId: string;
  /** The type of the event. */
  readonly eventType: string;
  /** Whether the receiver has it; `cancelled` where nothing will be sent any more. */
  readonly status: "pending" | "succeeded" | "failed" | "cancelled";
  /** When it is tried next; null where it has ended, and while it waits for an earlier event of its resource. */
  readonly nextAttemptAt: string | null;
  /** When the delivery was created. */
  readonly createdAt: string;
  /** When it was last tried or asked for. */
  readonly updatedAt: string;
  /** The requests that were made, in their order. */
  readonly attempts: readonly WebhookAttempt[];
}

export interface WebhookEndpoint {
  /** The endpoint’s id. */
  readonly id: string;
  /** Where events are posted to. */
  readonly url: string;
  /** For people. */
  readonly description: string | null;
  /** The types of events that are sent; none: all. */
  readonly types: readonly string[];
  /** Whether events are sent. While they are not, deliveries wait; enabling clears `disabledReason`. */
  readonly isEnabled: boolean;
  /** Why it was disabled: it failed for five days, or answered 410. Null otherwise. */
  readonly disabledReason: "failures" | "gone" | null;
  /** When the endpoint was created. */
  readonly createdAt: string;
  /** When the endpoint was last changed. */
  readonly updatedAt: string;
}

export interface WebhookEndpointCreate {
  /** Where events are posted to. Begins with `https://`; holds no user name, password or fragment. Addresses that are not of the internet are refused when an event is sent. */
  readonly url: string;
  /** For people. */
  readonly description?: string | null | undefined;
  /** The types of events that are sent; none: all, those among them that are added later. */
  readonly types?: readonly string[] | undefined;
  /** Whether events are sent. While they are not, deliveries wait; enabling clears `disabledReason`. */
  readonly isEnabled?: boolean | undefined;
}

export interface WebhookEndpointUpdate {
  /** Where events are posted to. Begins with `https://`; holds no user name, password or fragment. Addresses that are not of the internet are refused when an event is sent. */
  readonly url?: string | undefined;
  /** For people. */
  readonly description?: string | null | undefined;
  /** The types of events that are sent; none: all, those among them that are added later. */
  readonly types?: readonly string[] | undefined;
  /** Whether events are sent. While they are not, deliveries wait; enabling clears `disabledReason`. */
  readonly isEnabled?: boolean | undefined;
}

export interface WebhookEndpointWithSecret {
  /** The endpoint’s id. */
  readonly id: string;
  /** Where events are posted to. */
  readonly url: string;
  /** For people. */
  readonly description: string | null;
  /** The types of events that are sent; none: all. */
  readonly types: readonly string[];
  /** Whether events are sent. While they are not, deliveries wait; enabling clears `disabledReason`. */
  readonly isEnabled: boolean;
  /** Why it was disabled: it failed for five days, or answered 410. Null otherwise. */
  readonly disabledReason: "failures" | "gone" | null;
  /** When the endpoint was created. */
  readonly createdAt: string;
  /** When the endpoint was last changed. */
  readonly updatedAt: string;
  /** What its events are signed with (Standard Webhooks). Shown this once; null in a replay. */
  readonly secret: string | null;
}

export interface WebhookReplay {
  /** The `sequence` of the first event. */
  readonly fromSequence: number;
  /** That of the last one; absent for the end of the feed. */
  readonly toSequence?: number | undefined;
}

export interface WebhookReplayed {
  /** How many deliveries were created. */
  readonly deliveries: number;
}
