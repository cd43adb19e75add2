interface Venue {
  readonly roomIds: readonly string[];
  readonly address: string | null;
  readonly onlineAddress: string | null;
}

interface Attendance {
  /** Online and nowhere else. */
  readonly isOnline: boolean;
  /** Online and somewhere. */
  readonly isHybrid: boolean;
}

/** What the places of an appointment say of how it is attended (decisions 8.1). An empty address is no place. */
export function attendanceOf({ roomIds, address, onlineAddress }: Venue): Attendance {
  const isPhysical = roomIds.length > 0 || Boolean(address);
  const isOnline = Boolean(onlineAddress);
  return { isOnline: isOnline && !isPhysical, isHybrid: isOnline && isPhysical };
}

/** Whether an appointment has any place: without one the hints of its requests stand. */
export function hasVenue({ roomIds, address, onlineAddress }: Venue): boolean {
  return roomIds.length > 0 || address !== null || onlineAddress !== null;
}
