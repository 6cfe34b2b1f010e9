/** The state of a validator. `registered`: its stake has not started, or has ended. */
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
