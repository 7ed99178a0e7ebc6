const isNight = process.env.NIGHT === '1';

/** A size or count of a test: smaller by day, whole at night (`NIGHT=1`). */
export const sized = (byDay: number, atNight: number): number => (isNight ? atNight : byDay);
