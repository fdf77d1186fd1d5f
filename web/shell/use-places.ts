import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '#web/app/session.ts'
import { places } from './places.ts'

/** The places available in this workspace. */
export function usePlaces() {
  const { modules } = useAccount()
  return places.filter((place) => !('module' in place) || modules.includes(place.module))
}

export function useGo() {
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  return (to: (typeof places)[number]['to']) => void navigate({ to, params: { account_id } })
}
