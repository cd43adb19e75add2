interface Venue {
  readonly roomIds: readonly string[];
  readonly address: string | null;
  readonly onlineAddress: string | null;
}

interface Attendance {
  /** Online only. */
  readonly isOnline: boolean;
  /** Online and in person. */
  readonly isHybrid: boolean;
}

/** How an appointment is attended, from its rooms and addresses (decisions 8.1). An empty address does not count. */
export function attendanceOf({ roomIds, address, onlineAddress }: Venue): Attendance {
  const isPhysical = roomIds.length > 0 || Boolean(address);
  const isOnline = Boolean(onlineAddress);
  return { isOnline: isOnline && !isPhysical, isHybrid: isOnline && isPhysical };
}

/** Whether an appointment has any room or address: without one, the hints of its requests apply. */
export function hasVenue({ roomIds, address, onlineAddress }: Venue): boolean {
  return roomIds.length > 0 || address !== null || onlineAddress !== null;
}
