import { hashKey, keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { data, redirect, useRevalidator, useSearchParams } from 'react-router'
import type * as z from 'zod/mini'
import { type Answer, ApiError, type CallArguments, call, isOutcomeUnknown, isSessionExpired } from '#app/lib/api.ts'
import { useForm } from '#app/lib/form.ts'
import { loginUrl } from '#app/lib/return-to.ts'
import { setStale } from '#app/state/connection.ts'
import { storedDraft } from '#app/state/drafts.ts'
import { endSession, readSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Contract } from '#shared/endpoint.ts'
import { beginChange, showFailure } from './change-failure.ts'
import { callAuthenticated, callWithToken, queryClient } from './client.ts'

/** Of pages that load by themselves; apart from `keyOf`, so that loading after a change never shares an earlier call. */
const liveKeyOf = (contract: Contract, input: unknown) => ['live', contract.path, input]

const keyOf = (contract: Contract, input: unknown) => ['admin', contract.path, input]

const withSignal = <C extends Contract>(input: CallArguments<C>[0], signal: AbortSignal, token?: string) =>
  [{ ...input, signal, token }] as unknown as CallArguments<C>

/** A page stays open for hours, and shows its data when it cannot be loaded again. */
const storedMs = 12 * 3600_000

/**
 * For the loaders of the back office. Without a valid session, redirects to the login page and back. A customer stays
 * signed in and sees the error message of the server. A page that cannot be loaded again keeps its data.
 */
export async function loadAsStaff<const C extends Contract>(
  request: Request,
  contract: C,
  ...[input]: CallArguments<C>
): Promise<Answer<C>> {
  const { token } = readSession()
  const { pathname, search } = new URL(request.url)
  const signIn = () => redirect(loginUrl(pathname + search))
  if (!token) throw signIn()
  const queryKey = keyOf(contract, input)
  const liveKey = liveKeyOf(contract, input)
  void queryClient.cancelQueries({ queryKey: liveKey, exact: true })
  // Otherwise the next load would get the response of this one.
  request.signal.addEventListener('abort', () => void queryClient.cancelQueries({ queryKey, exact: true }))
  try {
    const queryFn = ({ signal }: { signal: AbortSignal }) => call(contract, ...withSignal<C>(input, signal, token))
    const answer = await queryClient.fetchQuery({ queryKey, queryFn, gcTime: storedMs })
    setStale(hashKey(queryKey), undefined)
    if (queryClient.getQueryState(liveKey)) queryClient.setQueryData(liveKey, answer)
    return answer
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const loaded = queryClient.getQueryState<Answer<C>>(queryKey)
    if (isOutcomeUnknown(error) && loaded?.data !== undefined) {
      setStale(hashKey(queryKey), loaded.dataUpdatedAt)
      return loaded.data
    }
    if (error.status !== 401) throw data(error.message, { status: error.status || 503 })
    endSession()
    throw signIn()
  }
}

/** The loader of a list: the query of the page URL, without its empty parameters, is that of the API. */
export const listLoader =
  <const C extends Contract>(contract: C) =>
  ({ request }: { request: Request }): Promise<Answer<C>> => {
    const input = listInput(new URL(request.url).searchParams)
    return loadAsStaff(request, contract, ...([input] as unknown as CallArguments<C>))
  }

const listInput = (params: URLSearchParams) => ({
  query: Object.fromEntries([...params].filter(([, value]) => value !== '')),
})

const refreshMs = 25_000

/**
 * What a page has loaded, loaded again every 25 seconds while its tab is visible, and when it becomes visible. A failure
 * keeps the data. Stops offline and when the session has ended.
 */
export function useLive<const C extends Contract>(contract: C, input: CallArguments<C>[0], loaded: Answer<C>) {
  const { data: live = loaded } = useQuery<Answer<C>>(
    {
      queryKey: liveKeyOf(contract, input),
      queryFn: async ({ signal }) => {
        const answer = await callWithToken(contract, ...withSignal<C>(input, signal))
        setStale(hashKey(keyOf(contract, input)), undefined)
        return answer
      },
      enabled: () => readSession().isLoggedIn,
      initialData: loaded,
      networkMode: 'online',
      refetchInterval: ({ state }) => (isSessionExpired(state.error) ? false : refreshMs),
      refetchOnMount: false,
      refetchOnWindowFocus: ({ state }) => !isSessionExpired(state.error),
    },
    queryClient,
  )
  return live
}

/** The same for a list page, whose query is that of the page URL. */
export function useLiveList<const C extends Contract>(contract: C, loaded: Answer<C>) {
  const [params] = useSearchParams()
  return useLive(contract, listInput(params) as unknown as CallArguments<C>[0], loaded)
}

/** For what a page needs after it has loaded. Shows the previous data until the next arrives. */
export function useAdminQuery<const C extends Contract>(contract: C, input: CallArguments<C>[0], enabled = true) {
  return useQuery(
    {
      queryKey: keyOf(contract, input),
      queryFn: ({ signal }) => callAuthenticated(contract, ...withSignal<C>(input, signal)),
      enabled,
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
    },
    queryClient,
  )
}

/** The record of an editor: as loaded, or as saved since. */
export function useRecord<const C extends Contract>(contract: C, input: CallArguments<C>[0], loaded: Answer<C>) {
  const queryKey = keyOf(contract, input)
  const { data: record = loaded } = useQuery<Answer<C>>({ queryKey, queryFn: skipToken }, queryClient)
  return [record, (saved: Answer<C>) => void queryClient.setQueryData(queryKey, saved)] as const
}

type ChangeOptions<C extends Contract> = {
  message?: string | ((...input: CallArguments<C>) => string)
  /** Takes the change back. The toast with the message then has an Undo button. */
  undo?: (answer: Answer<C>, ...input: CallArguments<C>) => unknown
  /** Names a change without a message when its response is lost. */
  action?: (...input: CallArguments<C>) => string
  /** IDs of the changed records: earlier changes of them can no longer be undone. */
  subjects?: readonly string[]
}

/** A change by a button: shows the result as a toast, then loads the page again. */
export function useChange<const C extends Contract>(contract: C, options: ChangeOptions<C> = {}) {
  const { message = '', undo, action: actionOf, subjects = [] } = options
  const { revalidate } = useRevalidator()
  const textOf = (input: CallArguments<C>) => (typeof message === 'string' ? message : message(...input))
  const { isPending, mutateAsync } = useMutation(
    {
      mutationFn: (input: CallArguments<C>) => callAuthenticated(contract, ...input),
      onMutate: beginChange,
      onSuccess: (answer, input) => {
        const text = textOf(input)
        const action = undo && { action: { label: 'Undo', run: () => undo(answer, ...input) } }
        if (text) toast(text, 'success', { ...action, subjects })
      },
      onError: (error, input) => showFailure(error, { action: actionOf?.(...input) ?? textOf(input) }),
      // After a lost response, the notice loads the page again.
      onSettled: (_, error) => (isOutcomeUnknown(error) ? undefined : revalidate()),
    },
    queryClient,
  )
  return { busy: isPending, change: (...input: CallArguments<C>) => mutateAsync(input).catch(() => {}) }
}

type FormOptions<Schema extends z.ZodMiniObject> = {
  schema: Schema
  send: (values: z.output<Schema>) => Promise<unknown>
  message?: (values: z.output<Schema>) => string
  /** Names the typed text in browser storage, where it survives a reload. */
  draftName?: string
}

type FormText = Record<string, string>

const textOfForm = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as FormText

/** A change by a form, which is empty again afterwards. */
export function useChangeForm<Schema extends z.ZodMiniObject>(options: FormOptions<Schema>) {
  const { schema, send, message, draftName } = options
  const { revalidate } = useRevalidator()
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    for (const [name, text] of Object.entries((draftName && storedDraft<FormText>(draftName).read()) || {})) {
      const field = ref.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = text
    }
  }, [draftName])
  const form = useForm({
    schema,
    async send(values, element) {
      beginChange()
      const sent = JSON.stringify(textOfForm(element))
      await send(values)
      // Text typed meanwhile stays.
      if (JSON.stringify(textOfForm(element)) === sent) {
        element.reset()
        if (draftName) storedDraft(draftName).clear()
      }
      if (message) toast(message(values), 'success')
      await revalidate()
    },
    failed: (error, isShown) => {
      if (!isShown) showFailure(error)
    },
  })
  return {
    ...form,
    ref,
    onInput: (event: FormEvent<HTMLFormElement>) => {
      form.onInput(event)
      if (draftName) storedDraft<FormText>(draftName).write(textOfForm(event.currentTarget))
    },
  }
}
