//! Entries of lists and members of objects.

use std::borrow::Cow;
use std::iter::Enumerate;
use std::vec;

use clawprompt_core::config::Keep;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer};

use super::{Absent, Fault, FromJs};
use crate::js::Js;

pub(super) struct Items {
    pub(super) items: Enumerate<vec::IntoIter<Js>>,
    pub(super) list: FromJs,
}

impl<'de> de::SeqAccess<'de> for Items {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let Some((index, item)) = self.items.next() else { return Ok(None) };
        let read =
            item.scoped(|item| seed.deserialize(self.list.inner(item, self.list.keep_of_each())?));
        read.map(Some).map_err(|fault: Fault| fault.inside(&format!("[{index}]")))
    }
}

/// A member of an object: its name, its value, and what is kept of that.
pub(super) type Member = (Cow<'static, str>, Js, Keep);

pub(super) struct Members {
    pub(super) rest: vec::IntoIter<Member>,
    pub(super) next: Option<Member>,
    pub(super) object: FromJs,
    pub(super) absent: Absent,
}

impl<'de> de::MapAccess<'de> for Members {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        for (name, member, keep) in self.rest.by_ref() {
            if (self.absent)(member.kind()?) {
                continue;
            }
            let key: StrDeserializer<'_, Fault> = (*name).into_deserializer();
            let read = seed.deserialize(key)?;
            self.next = Some((name, member, keep));
            return Ok(Some(read));
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let Some((name, member, keep)) = self.next.take() else {
            return Err(Fault::wrong("was asked for without its key".to_owned()));
        };
        let read = member.scoped(|member| seed.deserialize(self.object.inner(member, keep)?));
        read.map_err(|fault: Fault| fault.inside(&name))
    }
}
