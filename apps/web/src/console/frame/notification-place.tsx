'use client'

import { Notifications } from '@mantine/notifications'

/** Shows the notifications that are sent, in a corner of the page. */
export function NotificationPlace() {
  return <Notifications position="bottom-right" />
}
