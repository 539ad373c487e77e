// `wgsl!(if n .> 2 { 100 ./ n } else { -n })`, in a crate `K`.
fn choice() -> String {
    match &(n) {
        slot0 => {
            let gpu = &K::__private::gpu::no_machine();
            let operand0 = K::__private::gpu::Operand::leaf(&*slot0);
            let rank0 = K::__private::gpu::rank(&operand0);
            {
                let _ = {
                    let rank = rank0;
                    K::__private::gpu::text_run(
                        gpu,
                        &K::__private::gpu::Call {
                            name: "wgsl!",
                            operands: &["n"],
                            targets: &[],
                            axes: &[],
                            cost: 7,
                            serial: false,
                        },
                        rank,
                        (),
                        operand0,
                        &K::__private::gpu::Formula {
                            steps: &[
                                K::__private::gpu::FormulaStep {
                                    at: 0,
                                    node: K::__private::gpu::Node::Apply(
                                        "greater",
                                        &[K::__private::gpu::Value::Leaf(0), K::__private::gpu::Value::Integer(2)],
                                    ),
                                },
                                K::__private::gpu::FormulaStep {
                                    at: 3,
                                    node: K::__private::gpu::Node::If(
                                        K::__private::gpu::Value::Step(0),
                                        K::__private::gpu::FormulaBlock {
                                            steps: &[K::__private::gpu::FormulaStep {
                                                at: 1,
                                                node: K::__private::gpu::Node::Apply(
                                                    "divide",
                                                    &[
                                                        K::__private::gpu::Value::Integer(100),
                                                        K::__private::gpu::Value::Leaf(0),
                                                    ],
                                                ),
                                            }],
                                            value: K::__private::gpu::Value::Step(1),
                                        },
                                        K::__private::gpu::FormulaBlock {
                                            steps: &[K::__private::gpu::FormulaStep {
                                                at: 2,
                                                node: K::__private::gpu::Node::Apply(
                                                    "negate",
                                                    &[K::__private::gpu::Value::Leaf(0)],
                                                ),
                                            }],
                                            value: K::__private::gpu::Value::Step(2),
                                        },
                                    ),
                                },
                            ],
                            stored: &[],
                            folds: &[],
                            values: &[K::__private::gpu::Value::Step(3)],
                        },
                        |_level, ((), element0)| {
                            let value0 = K::ops::Ordered::greater(K::ops::Adopt::<2>::like(&element0), element0);
                            let value1 = K::ops::Divide::divide(element0, K::ops::Adopt::<100>::like(&element0));
                            let value2 = K::ops::Negate::negate(element0);
                            let value3 = if K::ops::Condition::condition(value0) { value1 } else { value2 };
                            K::__private::gpu::formula(
                                (
                                    (
                                        K::__private::gpu::GpuElement::typed_number(&value0),
                                        K::__private::gpu::GpuElement::typed_number(&value1),
                                    ),
                                    (
                                        K::__private::gpu::GpuElement::typed_number(&value2),
                                        K::__private::gpu::typed(&value3),
                                    ),
                                ),
                                ((), K::Stored::store(value3)),
                            )
                        },
                    )
                };
                K::__private::gpu::text(gpu)
            }
        }
    }
}
