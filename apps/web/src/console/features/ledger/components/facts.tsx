import type { ReactNode } from 'react'
import classes from './facts.module.css'

type Props = { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }

/** Names with their values, one below the other. */
export function Facts({ facts }: Props) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <FactRow key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function FactRow({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
