/** What became of a validator's stake, in one word. Registered ones have yet to start, or have ended. */
export function validatorState({
  isActive,
  isRegistered,
}: {
  isActive: boolean
  isRegistered: boolean
}): 'active' | 'registered' | 'unstaked' {
  if (isActive) return 'active'
  return isRegistered ? 'registered' : 'unstaked'
}
